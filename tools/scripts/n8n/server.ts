import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunningChild } from './installation/child';
import { startChild } from './installation/child';
import type { InstalledN8n } from './installation/install';
import { withProjectNode } from './installation/npm';
import { freePort } from './installation/port';
import { cacheFolder, nodeBinary } from './places';

/** The role of an n8n process. Without queue mode there is only `start`. */
export type N8nRole = 'start' | 'webhook' | 'worker';

/** A running n8n. */
export interface N8nServer extends RunningChild {
	/**
	 * The URL of its editor and REST interface, without a trailing slash. A webhook process serves
	 * webhooks there, a worker only its health check.
	 */
	readonly url: string;
}

export interface N8nOptions {
	readonly n8n: Pick<InstalledN8n, 'bin'>;
	/** Its role; `start` if absent. */
	readonly role?: N8nRole;
	/** The folder in which n8n creates `.n8n`: its settings, database and packages. */
	readonly userFolder: string;
	/** Its working directory; the user folder if absent. */
	readonly runFolder?: string;
	/** The port of 127.0.0.1; a free one if absent. */
	readonly port?: number;
	/** More environment variables for n8n, which override those set here. */
	readonly env?: NodeJS.ProcessEnv;
	readonly signal?: AbortSignal;
}

const patientRegex = pathToFileURL(path.join(__dirname, 'patientRegex.cjs')).href;

/** A first start creates the database, which takes minutes if other programs use the machine. */
const startBoundMs = 300_000;
const stopBoundMs = 15_000;

/** n8n itself calls lower values unstable. */
const workerArgs = ['--concurrency=5'];

/**
 * Variables of another n8n of this user, or of the npm that runs this script, that would affect
 * this n8n.
 */
const foreign = /^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_URL$|GENERIC_TIMEZONE$|NODE_OPTIONS$|npm_)/;

const environment = (options: N8nOptions, port: number, brokerPort: number): NodeJS.ProcessEnv => {
	const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
	// The sandbox is reached directly, even if this machine has a proxy.
	const known = process.env.no_proxy ?? process.env.NO_PROXY;
	const noProxy = [known, '127.0.0.1', 'localhost'].filter(Boolean).join(',');
	return {
		...withProjectNode(Object.fromEntries(inherited)),
		// Both spellings, because programs differ in which one they read first.
		NO_PROXY: noProxy,
		no_proxy: noProxy,
		NODE_ENV: 'production',
		// A later start reads n8n's code from there as V8 compiled it, in three quarters of the time.
		NODE_COMPILE_CACHE: path.join(cacheFolder, 'compiled'),
		NODE_OPTIONS: `--import=${patientRegex}`,
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
		...(options.role === 'worker' && {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		}),
		// The default of n8n 2. n8n 1 recommends it, and without it locks its database for each write.
		DB_SQLITE_POOL_SIZE: '3',
		// A machine can be so busy that n8n would take its database for lost, and answer 503.
		DB_PING_TIMEOUT_MS: '60000',
		...options.env,
	};
};

/**
 * Whether it responds. Its health URL reports "ready" before REST works. Processes other than the
 * main one have no REST interface.
 */
const answers = async (url: string, role: N8nRole): Promise<boolean> => {
	const address = role === 'start' ? `${url}/rest/settings` : `${url}/healthz/readiness`;
	try {
		const response = await fetch(address, { signal: AbortSignal.timeout(5_000) });
		const text = await response.text();
		return response.ok && (role !== 'start' || text.startsWith('{"data"'));
	} catch {
		// Nothing listens yet, or the response takes too long: retry in both cases.
		return false;
	}
};

/**
 * Starts n8n on 127.0.0.1 and waits until it responds: a main process on its REST interface.
 * @throws Error with the last lines of n8n's log when it ends or does not respond in five minutes
 */
export const startN8n = async (options: N8nOptions): Promise<N8nServer> => {
	const { n8n, role = 'start', userFolder, runFolder = userFolder, signal } = options;
	const port = options.port ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const child = await startChild({
		name: role === 'start' ? 'n8n' : `n8n's ${role} process`,
		command: nodeBinary,
		args: [n8n.bin, role, ...(role === 'worker' ? workerArgs : [])],
		cwd: runFolder,
		env: environment(options, port, await freePort()),
		log: path.join(userFolder, 'n8n.log'),
		isReady: async () => await answers(url, role),
		startBoundMs,
		stopBoundMs,
		signal,
	});
	return { ...child, url };
};
