import { packPackage } from '../../tools/scripts/n8n/installation/pack';
import { projectFolder } from '../../tools/scripts/n8n/places';

/*
 * Packs this package into the folder that is given. A process beside the tests, because this script
 * loads modules that Jest cannot. The set-up of the tests has built the package.
 */
const [, , folder = ''] = process.argv;
void packPackage(projectFolder, folder).then((tarball) => process.stdout.write(tarball));
