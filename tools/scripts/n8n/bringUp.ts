import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { step } from '../step';
import { installThisPackage } from '../thisPackage';
import type { Credential } from './credentials';
import { upsertCredential, webhookCredential } from './credentials';
import type { RunningChild } from './installation/child';
import type { InstalledN8n } from './installation/install';
import { installN8n } from './installation/install';
import { chosenVersion } from './installation/versions';
import { owner } from './owner';
import type { N8n } from './rest';
import { connect } from './rest';
import type { Sandbox } from './sandbox';
import { startSandbox } from './sandbox';
import type { N8nServer } from './server';
import { startN8n } from './server';
import type { ImportOutcome, WorkflowFile } from './workflows';
import { importWorkflows } from './workflows';

/** What to bring up, and where. */
export interface Settings {
	/** Contains n8n's user folder, the sandbox's database and the logs. */
	readonly folder: string;
	/** The port of 127.0.0.1 for n8n; a free one if absent. */
	readonly n8nPort?: number;
	/** The port of 127.0.0.1 for the sandbox; 0 for a free one. */
	readonly sandboxPort: number;
	/** More options of `npm run sandbox`. */
	readonly sandboxArgs?: string[];
	/** Modules that the sandbox's process loads first. */
	readonly sandboxImports?: readonly string[];
	readonly recipes: WorkflowFile[];
	/** The credentials that the recipes need beside the sandbox's. */
	readonly credentials?: Credential[];
	readonly signal: AbortSignal;
}

/** An n8n with this package and its recipes, connected to a sandbox. */
export interface Stack {
	readonly sandbox: Sandbox;
	readonly server: N8nServer;
	readonly n8n: N8n;
	/** The outcome of each recipe's import, in the order of the settings. */
	readonly imports: ImportOutcome[];
	stop(): Promise<void>;
}

const upsertSandboxCredentials = async (n8n: N8n, sandbox: Sandbox) => {
	const { baseUrl, apiKey } = sandbox;
	return [
		await upsertCredential(n8n, {
			name: 'Sandbox',
			type: 'contractWorkflowApi',
			data: { baseUrl, apiKey },
		}),
		await upsertCredential(n8n, webhookCredential),
	];
};

/** Installs the chosen n8n if it is missing, and shows the progress. */
export const provideN8n = async (signal: AbortSignal): Promise<InstalledN8n> => {
	const version = chosenVersion();
	return await step(`n8n ${version}`, async (say) => {
		const title = `n8n ${version}: first use, installing (1 to 5 minutes)`;
		return await installN8n({ signal, onProgress: (line) => say(`${title}: ${line}`) });
	});
};

/** Installs n8n if it is missing, and this checkout's package into the n8n of each user folder. */
export const install = async (
	userFolders: readonly [string, ...string[]],
	signal: AbortSignal,
): Promise<InstalledN8n> => {
	const installed = await provideN8n(signal);
	await step('This package, built and installed into n8n', async () => {
		await installThisPackage(userFolders, signal);
	});
	return installed;
};

/** The folder of n8n's data, within the folder of the settings. */
const userFolderIn = (folder: string): string => path.join(folder, 'n8n');

/** Sets up n8n's owner, the credentials and the recipes. */
export const furnish = async (
	url: string,
	sandbox: Sandbox,
	{ folder, recipes, credentials = [] }: Pick<Settings, 'folder' | 'recipes' | 'credentials'>,
): Promise<Pick<Stack, 'n8n' | 'imports'>> => {
	const n8n = await connect(url, owner, userFolderIn(folder));
	const stored = await upsertSandboxCredentials(n8n, sandbox);
	for (const credential of credentials) stored.push(await upsertCredential(n8n, credential));
	return { n8n, imports: await importWorkflows(n8n, recipes, stored) };
};

/**
 * Installs what is missing, starts the sandbox and n8n, and sets n8n up: owner, credentials,
 * recipes. Shows each step. If a later step fails, it stops what it started.
 * @throws SetupError when the user must provide something; the signal's reason when aborted
 */
export const bringUp = async (settings: Settings): Promise<Stack> => {
	const { folder, n8nPort, sandboxPort, sandboxArgs, sandboxImports, signal } = settings;
	const userFolder = userFolderIn(folder);
	const filesFolder = path.join(userFolder, '.n8n-files');
	await mkdir(filesFolder, { recursive: true });
	const started: RunningChild[] = [];
	const stop = async () => {
		await Promise.all(started.map(async (child) => await child.stop()));
	};
	try {
		const installed = await install([userFolder], signal);
		const sandbox = await step('Sandbox of the service', async () => {
			const db = path.join(folder, 'sandbox.sqlite');
			const log = path.join(folder, 'sandbox.log');
			const given = { args: sandboxArgs, imports: sandboxImports };
			return await startSandbox({ port: sandboxPort, db, log, ...given, signal });
		});
		started.push(sandbox);
		const server = await step('n8n', async () => {
			// The only folder where this n8n reads and writes files, as a path relative to its working
			// directory.
			const env = { N8N_RESTRICT_FILE_ACCESS_TO: filesFolder };
			return await startN8n({ n8n: installed, userFolder, port: n8nPort, env, signal });
		});
		started.push(server);
		const furnished = await step(
			'Owner, credentials and recipes',
			async () => await furnish(server.url, sandbox, settings),
		);
		signal.throwIfAborted();
		return { sandbox, server, ...furnished, stop };
	} catch (error) {
		await stop();
		throw error;
	}
};
