import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bringUp } from '../../tools/scripts/n8n/bringUp';
import { installN8n } from '../../tools/scripts/n8n/installation/install';
import { SetupError } from '../../tools/scripts/n8n/installation/setupError';
import { addressVariable } from '../../tools/scripts/n8n/installation/versions';
import { describeNode } from '../../tools/scripts/n8n/nodeTypes';
import { owner } from '../../tools/scripts/n8n/owner';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { connect } from '../../tools/scripts/n8n/rest';
import type { Sandbox } from '../../tools/scripts/n8n/sandbox';
import { startSandbox } from '../../tools/scripts/n8n/sandbox';
import { runSqlIn } from './ownN8n';
import { addressesVariable } from './stack';

interface Stack {
	readonly sandbox: Sandbox;
	readonly n8n: N8n;
	/** n8n's own start script; none where it runs elsewhere. */
	readonly bin: string;
	stop(): Promise<void>;
}

let stack: Stack | undefined;
let folder: string | undefined;

const type = 'n8n-nodes-contract-workflow.contractWorkflow';

/** Logs in to an n8n that runs, and makes its owner where it has none. */
const connectTo = async (address: string): Promise<N8n> => {
	const n8n = await connect(address.replace(/\/+$/, ''), owner);
	if (await describeNode(n8n, { type, typeVersion: 1 }).catch(() => undefined)) return n8n;
	throw new SetupError(
		`The n8n at ${address} does not have this package: install it, and restart n8n.`,
	);
};

const bringUpIn = async (folder: string): Promise<Stack> => {
	const { signal } = new AbortController();
	const address = process.env[addressVariable];
	if (address === undefined) {
		const all = await bringUp({ folder, sandboxPort: 0, recipes: [], signal });
		return { ...all, bin: (await installN8n()).bin };
	}
	const n8n = await connectTo(address);
	const files = { db: path.join(folder, 'sandbox.sqlite'), log: path.join(folder, 'sandbox.log') };
	const sandbox = await startSandbox({ port: 0, ...files, signal });
	return { sandbox, n8n, bin: '', stop: async () => await sandbox.stop() };
};

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

/** Starts a real n8n with the packed package, and a sandbox, once for all files of this suite. */
const start = async (): Promise<void> => {
	folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-n8n-'));
	stack = await bringUpIn(folder);
	const { baseUrl, apiKey } = stack.sandbox;
	const { userFolder } = stack.n8n;
	process.env[addressesVariable] = JSON.stringify({
		n8nUrl: stack.n8n.url,
		n8nBin: stack.bin,
		cookie: stack.n8n.cookie,
		userFolder,
		firstData: userFolder && (await copyData(userFolder, path.join(folder, 'first'))),
		baseUrl,
		apiKey,
	});
};

export default start;

/** Ends what was started, by its own process ids, and removes its data. */
export const stop = async (): Promise<void> => {
	await stack?.stop();
	if (folder) await rm(folder, { recursive: true, force: true });
};
