import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Stack } from '../../scripts/n8n/bringUp';
import { bringUp } from '../../scripts/n8n/bringUp';
import { installN8n } from '../../scripts/n8n/installation/install';
import type { HeldSandbox } from '../support/heldSandbox';
import { holdSandbox } from '../support/heldSandbox';
import { addressesVariable } from './stack';

let stack: Stack | undefined;
let held: HeldSandbox | undefined;
let folder: string | undefined;

/** Starts a real n8n with the packed package, and a sandbox, once for all files of this suite. */
const start = async (): Promise<void> => {
	folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-n8n-'));
	const { signal } = new AbortController();
	held = await holdSandbox();
	const sandboxImports = held.imports;
	stack = await bringUp({ folder, sandboxPort: 0, sandboxImports, recipes: [], signal });
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

/**
 * Ends what was started, by its own process ids, and removes its data.
 * @throws Error when the sandbox answered what docs/openapi.json does not say
 */
export const stop = async (): Promise<void> => {
	await stack?.stop();
	if (folder) await rm(folder, { recursive: true, force: true });
	await held?.release();
};
