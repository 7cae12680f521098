import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Stack } from '../../tools/scripts/n8n/bringUp';
import { bringUp } from '../../tools/scripts/n8n/bringUp';
import { installN8n } from '../../tools/scripts/n8n/installation/install';
import { freePort } from '../../tools/scripts/n8n/installation/port';
import { certificate } from '../support/certificates';
import type { ForwardProxy } from '../support/forwardProxy';
import { startProxy } from '../support/forwardProxy';
import { packageFolderVariable } from '../support/packedPackage';
import { runSqlIn } from './ownN8n';
import { addressesVariable } from './stack';

let stack: Stack | undefined;
let proxy: ForwardProxy | undefined;
let folder: string | undefined;

/**
 * Copies n8n's database, its settings and this package. An n8n that begins with them need not make its
 * database, which takes it as long as half of a start.
 */
const copyData = async (userFolder: string, into: string): Promise<string> => {
	const from = path.join(userFolder, '.n8n');
	const to = path.join(into, '.n8n');
	await mkdir(to, { recursive: true });
	for (const name of ['config', 'nodes']) {
		await cp(path.join(from, name), path.join(to, name), { recursive: true });
	}
	const copy = path.join(to, 'database.sqlite').replaceAll("'", "''");
	await runSqlIn(path.join(from, 'database.sqlite'), `VACUUM INTO '${copy}'`);
	return into;
};

/**
 * Starts a real n8n with the packed package, and a sandbox, once for all files of this suite. Through a
 * proxy, and with a certificate that it is told to trust, this n8n reaches every other host at a port
 * here, where a test can stand in for it.
 */
const start = async (): Promise<void> => {
	folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-n8n-'));
	process.env[packageFolderVariable] = folder;
	const trusted = path.join(folder, 'certificate.pem');
	await writeFile(trusted, certificate);
	const hostPort = await freePort();
	proxy = await startProxy({ tunnelTo: hostPort });
	const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NODE_EXTRA_CA_CERTS: trusted };
	const { signal } = new AbortController();
	stack = await bringUp({ folder, recipes: [], env, signal });
	const { baseUrl, apiKeys } = stack.sandbox;
	process.env[addressesVariable] = JSON.stringify({
		n8nUrl: stack.n8n.url,
		n8nBin: (await installN8n()).bin,
		cookie: stack.n8n.cookie,
		n8nFolder: path.join(folder, 'n8n'),
		hostPort,
		firstData: await copyData(path.join(folder, 'n8n'), path.join(folder, 'first')),
		baseUrl,
		apiKey: apiKeys.main,
	});
};

export default start;

/** Ends what was started, by its own process ids, and removes its data. */
export const stop = async (): Promise<void> => {
	await stack?.stop();
	await proxy?.stop();
	if (folder) await rm(folder, { recursive: true, force: true });
};
