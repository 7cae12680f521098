import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { StoredCredential } from '../../scripts/n8n/credentials';
import { upsertCredential } from '../../scripts/n8n/credentials';
import { installN8n } from '../../scripts/n8n/installation/install';
import { owner } from '../../scripts/n8n/owner';
import type { N8n } from '../../scripts/n8n/rest';
import { connect, resume } from '../../scripts/n8n/rest';
import type { N8nServer } from '../../scripts/n8n/server';
import { startN8n } from '../../scripts/n8n/server';
import { installThisPackage } from '../../scripts/thisPackage';
import type { Service } from './service';

/** The n8n that is measured: one process at a time, which can be started anew. */
export interface Host {
	/** n8n's own start script. */
	readonly bin: string;
	readonly userFolder: string;
	/** The only folder in which this n8n reads files. */
	readonly filesFolder: string;
	n8n(): N8n;
	server(): N8nServer;
	/**
	 * Ends n8n and starts it again with its data.
	 * @param nodeOptions options for Node, as `NODE_OPTIONS` takes them
	 */
	restart(nodeOptions?: string): Promise<void>;
	stop(): Promise<void>;
}

/** Installs n8n and this package where they are missing, and starts n8n. */
export const startHost = async (folder: string, signal: AbortSignal): Promise<Host> => {
	const userFolder = path.join(folder, 'n8n');
	const filesFolder = path.join(userFolder, '.n8n-files');
	await mkdir(filesFolder, { recursive: true });
	const installed = await installN8n({ signal });
	await installThisPackage([userFolder], signal);
	const start = async (nodeOptions?: string) => {
		const env = { N8N_RESTRICT_FILE_ACCESS_TO: filesFolder, NODE_OPTIONS: nodeOptions };
		return await startN8n({ n8n: installed, userFolder, env, signal });
	};
	let server = await start();
	let n8n: N8n;
	try {
		n8n = await connect(server.url, owner);
	} catch (error) {
		await server.stop();
		throw error;
	}
	return {
		bin: installed.bin,
		userFolder,
		filesFolder,
		n8n: () => n8n,
		server: () => server,
		async restart(nodeOptions) {
			await server.stop();
			server = await start(nodeOptions);
			// n8n allows few logins a minute; the session outlives the process.
			n8n = resume(server.url, n8n.cookie);
		},
		stop: async () => await server.stop(),
	};
};

/** The key of a service in the two forms that the nodes take. */
export interface Keys {
	readonly ours: StoredCredential;
	readonly rival: StoredCredential;
}

/** Stores the key of a service in n8n: for this package, and as HTTP Request's Header Auth. */
export const storeKeys = async (n8n: N8n, { baseUrl, apiKey }: Service, name: string) =>
	({
		ours: await upsertCredential(n8n, {
			name,
			type: 'contractWorkflowApi',
			data: { baseUrl, apiKey },
		}),
		rival: await upsertCredential(n8n, {
			name,
			type: 'httpHeaderAuth',
			data: { name: 'X-API-Key', value: apiKey },
		}),
	}) satisfies Keys;
