import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningChild } from './child';
import { logTail, startChild } from './child';
import type { InstalledN8n } from './install';
import { withProjectNode } from './npm';
import { nodeBinary } from './places';
import { freePort } from './port';

/** A running n8n. */
export interface N8nServer extends RunningChild {
	/** Where its editor and its REST interface are, without a trailing slash. */
	readonly url: string;
}

export interface N8nOptions {
	readonly n8n: Pick<InstalledN8n, 'bin'>;
	/** The folder in which n8n keeps `.n8n`: its settings, database and packages. */
	readonly userFolder: string;
	/** The port of 127.0.0.1; one that is free when left out. */
	readonly port?: number;
	/** More environment for n8n, over what is set here. */
	readonly env?: NodeJS.ProcessEnv;
	readonly signal?: AbortSignal;
}

/** A first start makes the database, which takes minutes where other programs are at work. */
const startBoundMs = 300_000;
const stopBoundMs = 15_000;
const pollMs = 100;

/** Variables by which another n8n of this user, or the npm that runs us, would change this n8n. */
const foreign = /^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_URL$|GENERIC_TIMEZONE$|NODE_OPTIONS$|npm_)/;

/** Hosts that are reached directly, whatever proxy this machine has: the sandbox is one of them. */
const past = (noProxy: string | undefined): string =>
	[...(noProxy ? [noProxy] : []), '127.0.0.1', 'localhost'].join(',');

const environment = (options: N8nOptions, port: number, brokerPort: number): NodeJS.ProcessEnv => {
	const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
	const noProxy = past(process.env.no_proxy ?? process.env.NO_PROXY);
	return {
		...withProjectNode(Object.fromEntries(inherited)),
		// Of the two spellings each program reads another one first.
		NO_PROXY: noProxy,
		no_proxy: noProxy,
		NODE_ENV: 'production',
		N8N_USER_FOLDER: options.userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
		...options.env,
	};
};

/** Whether REST answers; "ready" on its health address comes earlier than that. */
const answers = async (url: string): Promise<boolean> => {
	try {
		const response = await fetch(`${url}/rest/settings`, { signal: AbortSignal.timeout(5_000) });
		return response.ok && (await response.text()).startsWith('{"data"');
	} catch {
		// Nobody listens yet, or the answer takes too long: both mean to ask again.
		return false;
	}
};

/**
 * Starts n8n on 127.0.0.1 and waits until its REST interface answers.
 * @throws Error with the last lines of n8n's log when it ends or does not answer in five minutes
 */
export const startN8n = async (options: N8nOptions): Promise<N8nServer> => {
	const { n8n, userFolder, signal } = options;
	const port = options.port ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const child = await startChild({
		name: 'n8n',
		command: nodeBinary,
		args: [n8n.bin, 'start'],
		cwd: userFolder,
		env: environment(options, port, await freePort()),
		log: path.join(userFolder, 'n8n.log'),
		stopBoundMs,
	});
	let failure: string | undefined;
	void child.ended.then((sentence) => {
		failure = `${sentence} before it answered.`;
	});
	const deadline = Date.now() + startBoundMs;
	while (!(await answers(url))) {
		if (Date.now() > deadline) failure ??= `n8n did not answer in ${startBoundMs / 1000} s.`;
		if (failure || signal?.aborted) {
			await child.stop();
			signal?.throwIfAborted();
			throw new Error(`${failure} ${await logTail(child.log)}`);
		}
		await pause(pollMs);
	}
	return { ...child, url };
};
