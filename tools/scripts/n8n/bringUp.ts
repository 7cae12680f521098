import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { SandboxOptions } from '../../sandbox/options';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import { step } from '../script';
import type { Credential } from './credentials';
import { upsertCredential, webhookCredential } from './credentials';
import type { RunningChild } from './installation/child';
import type { InstalledN8n } from './installation/install';
import { installN8n } from './installation/install';
import { installThisPackage } from './installation/pack';
import { chosenVersion } from './installation/versions';
import { owner } from './owner';
import type { N8n } from './rest';
import { connect } from './rest';
import type { N8nServer } from './server';
import { startN8n } from './server';
import type { WorkflowFile } from './workflows';
import { importMissing } from './workflows';

/** What to bring up, and where. */
export interface Settings {
	/** Contains n8n's user folder and the sandbox's database. */
	readonly folder: string;
	/** The port of 127.0.0.1 for n8n; a free one if absent. */
	readonly n8nPort?: number;
	readonly sandbox?: Partial<SandboxOptions>;
	readonly recipes: WorkflowFile[];
	/** The credentials that the recipes need beside the sandbox's. */
	readonly credentials?: readonly Credential[];
	/** More environment variables for n8n. */
	readonly env?: NodeJS.ProcessEnv;
	readonly signal: AbortSignal;
}

/** An n8n with this package and its recipes, connected to a sandbox. */
export interface Stack {
	readonly sandbox: Sandbox;
	readonly server: N8nServer;
	readonly n8n: N8n;
	stop(): Promise<void>;
}

/** Installs n8n if it is missing, and this checkout's package into the n8n of each user folder. */
export const install = async (
	userFolders: readonly [string, ...string[]],
	signal: AbortSignal,
): Promise<InstalledN8n> => {
	const title = `n8n ${chosenVersion()} (on first use, installing takes 1 to 5 minutes)`;
	const installed = await step(title, async () => await installN8n({ signal }));
	await step('This package, built and installed into n8n', async () => {
		await installThisPackage(userFolders, signal);
	});
	return installed;
};

/** Starts the sandbox in this process, with its data in the folder of the settings. */
export const startSandbox = async ({ folder, sandbox }: Settings): Promise<Sandbox> =>
	await createSandbox({ db: path.join(folder, 'sandbox.sqlite'), ...sandbox });

/** Sets up n8n's owner, the credentials and the recipes. */
export const furnish = async (
	url: string,
	{ baseUrl, apiKeys }: Sandbox,
	{ recipes, credentials = [] }: Settings,
): Promise<N8n> =>
	await step('Owner, credentials and recipes', async () => {
		const n8n = await connect(url, owner);
		const data = { baseUrl, apiKey: apiKeys.main };
		const sandbox = { name: 'Sandbox', type: 'contractWorkflowApi', data };
		const stored = [];
		for (const one of [sandbox, webhookCredential, ...credentials]) {
			stored.push(await upsertCredential(n8n, one));
		}
		await importMissing(n8n, recipes, stored);
		return n8n;
	});

/**
 * Installs what is missing, starts the sandbox and n8n, and sets n8n up: owner, credentials,
 * recipes. Shows each step. If a later step fails, it stops what it started.
 * @throws SetupError when the user must provide something; the signal's reason when aborted
 */
export const bringUp = async (settings: Settings): Promise<Stack> => {
	const { folder, n8nPort, signal } = settings;
	const userFolder = path.join(folder, 'n8n');
	const filesFolder = path.join(userFolder, '.n8n-files');
	await mkdir(filesFolder, { recursive: true });
	const started: Array<Pick<RunningChild, 'stop'>> = [];
	const stop = async () => {
		await Promise.all(started.map(async (child) => await child.stop()));
	};
	try {
		const installed = await install([userFolder], signal);
		const sandbox = await startSandbox(settings);
		started.push(sandbox);
		// The only folder where this n8n reads and writes files, as a path relative to its working
		// directory.
		const env = { N8N_RESTRICT_FILE_ACCESS_TO: filesFolder, ...settings.env };
		const server = await step('n8n', async () =>
			startN8n({ n8n: installed, userFolder, port: n8nPort, env, signal }),
		);
		started.push(server);
		const n8n = await furnish(server.url, sandbox, settings);
		signal.throwIfAborted();
		return { sandbox, server, n8n, stop };
	} catch (error) {
		await stop();
		throw error;
	}
};
