import type { FastifyInstance } from 'fastify';
import { createApi } from './api/app';
import { createRateLimit } from './api/rateLimit';
import { createClock } from './clock';
import { createControlApp } from './control/app';
import type { Controls } from './control/controls';
import { createControls } from './control/controls';
import { createFaults } from './control/faults';
import { addOAuth, oauthPaths } from './oauth/routes';
import type { SandboxOptions } from './options';
import { defaultOptions } from './options';
import type { SampleData } from './seed';
import { sampleData, seed } from './seed';
import type { OAuthApplication } from './seed/accounts';
import type { Service } from './service';
import { openStore } from './store/database';
import { createRequestLog } from './store/requestLog';
import { createWeb } from './web/app';
import { downloadPath } from './web/presign';
import { createDispatcher } from './webhooks/dispatcher';

/** A running sandbox, with the controls that its control interface offers over HTTP. */
export interface Sandbox extends Omit<SampleData, 'oauthApplication'>, Controls {
	/** Address of the API, without a slash at the end. */
	readonly baseUrl: string;
	/** Address of the web application. */
	readonly appUrl: string;
	/** Address below which presigned downloads lie. */
	readonly downloadUrl: string;
	/** Address of the control interface; null when it is off. */
	readonly controlUrl: string | null;
	/** Where an application gets access tokens, and its own id and secret. */
	readonly oauth: OAuthApplication & {
		readonly authorizationUrl: string;
		readonly tokenUrl: string;
	};
	/** The store and the clock, for tests that need a state no request leads to. */
	readonly service: Service;
	/** Ends the servers and closes the store. */
	stop(): Promise<void>;
}

const host = '127.0.0.1';

/** A port is taken, or cannot be opened. */
export class PortError extends Error {}

const listen = async (app: FastifyInstance, port: number): Promise<string> => {
	try {
		return await app.listen({ host, port });
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new PortError(`Port ${port} of ${host} cannot be opened: ${reason}.`);
	}
};

/**
 * Starts a sandbox of the service on 127.0.0.1.
 * @throws StoreError when the store cannot be opened, PortError when a port is taken.
 */
export const createSandbox = async (given: Partial<SandboxOptions> = {}): Promise<Sandbox> => {
	const options = { ...defaultOptions, ...given };
	const clock = createClock(options.now);
	const store = openStore(options.db, options.reset, (empty) => seed(empty, options));
	const dispatcher = createDispatcher(store, clock, options);
	const addresses = { appUrl: '', baseUrl: '' };
	const service: Service = {
		store,
		clock,
		options,
		dispatcher,
		get appUrl() {
			return addresses.appUrl;
		},
	};
	const log = createRequestLog(options.requestLogSize);
	const rateLimit = createRateLimit(clock, options.windowSeconds);
	const faults = createFaults();
	const latency = { ms: options.latencyMs, spreadMs: options.latencySpreadMs };
	const controls = createControls({ service, log, rateLimit, faults, latency });
	const api = createApi({ service, log, rateLimit, faults, latency });
	const web = createWeb({ service, controls, baseUrl: () => addresses.baseUrl });
	web.register((app) => addOAuth(app, service));
	const control = createControlApp(controls, clock);
	const stop = async (): Promise<void> => {
		faults.clear();
		await Promise.all([api.close(), web.close(), control.close(), dispatcher.stop()]);
		store.close();
	};
	try {
		addresses.appUrl = await listen(web, options.appPort);
		addresses.baseUrl = await listen(api, options.port);
		const { controlPort } = options;
		const { appUrl, baseUrl } = addresses;
		const { oauthApplication, ...data } = sampleData(store);
		return {
			...data,
			...controls,
			baseUrl,
			appUrl,
			downloadUrl: `${appUrl}${downloadPath}`,
			oauth: {
				...oauthApplication,
				authorizationUrl: `${appUrl}${oauthPaths.authorization}`,
				tokenUrl: `${appUrl}${oauthPaths.token}`,
			},
			controlUrl: controlPort === null ? null : await listen(control, controlPort),
			service,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
};
