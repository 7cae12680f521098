import type { FastifyInstance } from 'fastify';
import { createApi } from './api/app';
import { createRateLimit } from './api/rateLimit';
import { createClock } from './clock';
import { createControlApp } from './control/app';
import type { Controls } from './control/controls';
import { createControls } from './control/controls';
import { createFaults } from './control/faults';
import { createDelays } from './control/latency';
import { createSnapshots } from './control/snapshots';
import { addOAuth, oauthPaths } from './oauth/routes';
import type { SandboxOptions } from './options';
import { defaultOptions } from './options';
import type { SampleData } from './seed';
import { fillStore, sampleData } from './seed';
import type { OAuthApplication } from './seed/accounts';
import type { Service } from './service';
import { openStore } from './store/database';
import { createRequestLog } from './store/requestLog';
import { createWeb } from './web/app';
import { downloadPath } from './web/presign';
import { createDispatcher } from './webhooks/dispatcher';

/** A running sandbox, with the controls that its control interface offers over HTTP. */
export interface Sandbox extends Omit<SampleData, 'oauthApplication'>, Controls {
	/** URL of the API, without a slash at the end. */
	readonly baseUrl: string;
	/** URL of the web application. */
	readonly appUrl: string;
	/** Base URL of presigned downloads. */
	readonly downloadUrl: string;
	/** URL of the control interface; null if it is off. */
	readonly controlUrl: string | null;
	/** Where an application gets access tokens, and its own id and secret. */
	readonly oauth: OAuthApplication & {
		readonly authorizationUrl: string;
		readonly tokenUrl: string;
	};
	/** The store and the clock, for tests that need a state that no request creates. */
	readonly service: Service;
	/** Stops the servers and closes the store. */
	stop(): Promise<void>;
}

const host = '127.0.0.1';

const listen = async (app: FastifyInstance, port: number): Promise<string> => {
	try {
		return await app.listen({ host, port });
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`Port ${port} of ${host} cannot be opened: ${reason}.`);
	}
};

/** Known once the servers listen. */
type Addresses = { appUrl: string; baseUrl: string };

const createService = (options: SandboxOptions, addresses: Readonly<Addresses>): Service => {
	const clock = createClock(options.now);
	const store = openStore(options.db, options.reset, (empty) => fillStore(empty, options));
	return {
		store,
		clock,
		options,
		dispatcher: createDispatcher(store, clock, options),
		get appUrl() {
			return addresses.appUrl;
		},
	};
};

/** The three servers, before they listen, and their controls. */
const createServers = (service: Service, addresses: Readonly<Addresses>) => {
	const { clock, options } = service;
	const log = createRequestLog(options.requestLogSize);
	const rateLimit = createRateLimit(clock, options.windowSeconds);
	const faults = createFaults();
	const { latencyMs, latencySpreadMs, seed } = options;
	const delays = createDelays({ ms: latencyMs, spreadMs: latencySpreadMs }, seed);
	const snapshots = createSnapshots(service, rateLimit);
	const controls = createControls({ service, log, rateLimit, faults, delays, snapshots });
	const api = createApi({ service, log, rateLimit, faults, delays });
	const web = createWeb({ service, controls, faults, baseUrl: () => addresses.baseUrl });
	web.register((app) => addOAuth(app, service));
	const control = createControlApp(controls, clock);
	return { servers: { api, web, control }, controls, snapshots };
};

const described = ({ store }: Service, { appUrl, baseUrl }: Readonly<Addresses>) => {
	const { oauthApplication, ...data } = sampleData(store);
	return {
		...data,
		baseUrl,
		appUrl,
		downloadUrl: `${appUrl}${downloadPath}`,
		oauth: {
			...oauthApplication,
			authorizationUrl: `${appUrl}${oauthPaths.authorization}`,
			tokenUrl: `${appUrl}${oauthPaths.token}`,
		},
	};
};

/**
 * Starts a sandbox of the service on 127.0.0.1.
 * @throws when the store or a port cannot be opened; the message says why.
 */
export const createSandbox = async (given: Partial<SandboxOptions> = {}): Promise<Sandbox> => {
	const options = { ...defaultOptions, ...given };
	const addresses = { appUrl: '', baseUrl: '' };
	const service = createService(options, addresses);
	const { servers, controls, snapshots } = createServers(service, addresses);
	const { api, web, control } = servers;
	const stop = async (): Promise<void> => {
		controls.clearFaults();
		const closed = Object.values(servers).map((server) => server.close());
		await Promise.all([...closed, service.dispatcher.stop()]);
		service.store.close();
		snapshots.close();
	};
	try {
		addresses.appUrl = await listen(web, options.appPort);
		addresses.baseUrl = await listen(api, options.port);
		const { controlPort } = options;
		const controlUrl = controlPort === null ? null : await listen(control, controlPort);
		return { ...described(service, addresses), ...controls, controlUrl, service, stop };
	} catch (error) {
		await stop();
		throw error;
	}
};
