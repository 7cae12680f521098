import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Stack } from '../../scripts/bringUp';
import { bringUp } from '../../scripts/bringUp';
import { installN8n } from '../../scripts/n8n/install';
import { addressesVariable } from './stack';

let stack: Stack | undefined;
let folder: string | undefined;

/** Starts a real n8n with the packed package, and a sandbox, once for all files of this suite. */
const start = async (): Promise<void> => {
	folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-n8n-'));
	const { signal } = new AbortController();
	stack = await bringUp({ folder, sandboxPort: 0, recipes: [], signal });
	const { baseUrl, apiKey, oauthToken } = stack.sandbox;
	process.env[addressesVariable] = JSON.stringify({
		n8nUrl: stack.server.url,
		n8nBin: (await installN8n()).bin,
		cookie: stack.n8n.cookie,
		userFolder: stack.n8n.userFolder,
		baseUrl,
		apiKey,
		oauthToken,
	});
};

export default start;

/** Ends what was started, by its own process ids, and removes its data. */
export const stop = async (): Promise<void> => {
	await stack?.stop();
	if (folder) await rm(folder, { recursive: true, force: true });
};
