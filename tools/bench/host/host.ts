import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { StoredCredential } from '../../scripts/n8n/credentials';
import { upsertCredential } from '../../scripts/n8n/credentials';
import { installN8n } from '../../scripts/n8n/installation/install';
import { installThisPackage } from '../../scripts/n8n/installation/pack';
import { owner } from '../../scripts/n8n/owner';
import type { N8n } from '../../scripts/n8n/rest';
import { connect, resume } from '../../scripts/n8n/rest';
import { startN8n } from '../../scripts/n8n/server';
import type { Service } from './service';

/** A version of this package, with its names in n8n. */
export interface PackageNames {
	readonly packageName: string;
	/** The credential with an API key. */
	readonly credential: string;
}

export const thisPackage: PackageNames = {
	packageName: 'n8n-nodes-contract-workflow',
	credential: 'contractWorkflowApi',
};

/** The measured n8n. */
export interface Host {
	readonly userFolder: string;
	/** The only folder in which this n8n reads files. */
	readonly filesFolder: string;
	n8n(): N8n;
	pid(): number;
	/** Stops n8n and starts it again with its data. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Installs n8n and this package if they are missing, and starts n8n.
 * @param installMore installs more packages into the n8n of a user folder
 */
export const startHost = async (
	folder: string,
	signal: AbortSignal,
	installMore?: (userFolder: string) => Promise<void>,
): Promise<Host> => {
	const userFolder = path.join(folder, 'n8n');
	const filesFolder = path.join(userFolder, '.n8n-files');
	await mkdir(filesFolder, { recursive: true });
	const installed = await installN8n({ signal });
	await installThisPackage([userFolder], signal);
	await installMore?.(userFolder);
	const env = { N8N_RESTRICT_FILE_ACCESS_TO: filesFolder };
	const start = async () => await startN8n({ n8n: installed, userFolder, env, signal });
	let server = await start();
	let n8n = await connect(server.url, owner).catch(async (error: unknown) => {
		await server.stop();
		throw error;
	});
	return {
		userFolder,
		filesFolder,
		n8n: () => n8n,
		pid: () => server.pid,
		async restart() {
			await server.stop();
			server = await start();
			// n8n allows few logins per minute. The session outlives the process.
			n8n = resume(server.url, n8n.cookie);
		},
		stop: async () => await server.stop(),
	};
};

/** The key of a service in the two forms that the nodes accept. */
export interface Keys {
	/** For a version of this package in n8n. */
	readonly ours: { readonly packageName: string; readonly key: StoredCredential };
	readonly rival: StoredCredential;
}

/** Stores the key of a service in n8n: for this package, and as HTTP Request's Header Auth. */
export const storeKeys = async (
	n8n: N8n,
	{ baseUrl, apiKeys }: Service,
	{ packageName, credential } = thisPackage,
): Promise<Keys> => {
	const name = `Key of ${baseUrl}`;
	const apiKey = apiKeys.main;
	const key = { name, type: credential, data: { baseUrl, apiKey } };
	const header = { name: 'X-API-Key', value: apiKey };
	return {
		ours: { packageName, key: await upsertCredential(n8n, key) },
		rival: await upsertCredential(n8n, { name, type: 'httpHeaderAuth', data: header }),
	};
};
