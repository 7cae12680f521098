import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installN8n } from '../../tools/scripts/n8n/installation/install';
import { installPackage, packPackage } from '../../tools/scripts/n8n/installation/pack';
import { owner } from '../../tools/scripts/n8n/owner';
import { projectFolder } from '../../tools/scripts/n8n/places';
import { connect } from '../../tools/scripts/n8n/rest';
import { startN8n } from '../../tools/scripts/n8n/server';
import type { HostSettings } from './ownN8n';

/*
 * An n8n of its own, on the data of the folder that is given and with the settings that are given as
 * JSON, until it is told to end. Its first line says where it is. A process beside the tests, because
 * these scripts load modules that Jest cannot.
 */
const run = async (userFolder: string, { env, isBare, port }: HostSettings): Promise<void> => {
	const toEnd = once(process, 'SIGTERM');
	// The set-up of the tests has built the package.
	if (!isBare && !existsSync(path.join(userFolder, '.n8n', 'nodes'))) {
		await installPackage(await packPackage(projectFolder, userFolder), userFolder);
	}
	const server = await startN8n({ n8n: await installN8n(), userFolder, port, env });
	try {
		const { url, cookie } = await connect(server.url, owner);
		process.stdout.write(`${JSON.stringify({ url, cookie, pid: server.pid })}\n`);
		await Promise.race([toEnd, server.ended]);
	} finally {
		await server.stop();
	}
};

const [, , folder = '', settings = '{}'] = process.argv;
void run(folder, JSON.parse(settings) as HostSettings).then(() => process.exit(0));
