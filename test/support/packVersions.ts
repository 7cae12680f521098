import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { extract } from 'tar';
import { packPackage } from '../../tools/scripts/n8n/installation/pack';
import { projectFolder } from '../../tools/scripts/n8n/places';

/*
 * Packs this package into the folder that is given, then once more for each of the versions, as if
 * that had been its own. A process beside the tests, because these scripts load modules that Jest
 * cannot. The set-up of the tests has built the package.
 */
const run = async ([folder = '', ...versions]: readonly string[]): Promise<void> => {
	const tarballs = [await packPackage(projectFolder, folder)];
	for (const version of versions) {
		const copy = path.join(folder, version);
		await mkdir(copy);
		await extract({ file: tarballs[0] ?? '', cwd: copy, strip: 1 });
		const file = path.join(copy, 'package.json');
		const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
		await writeFile(file, JSON.stringify({ ...manifest, version }));
		tarballs.push(await packPackage(copy, folder));
	}
	process.stdout.write(JSON.stringify(tarballs));
};

void run(process.argv.slice(2));
