import type { FastifyInstance } from 'fastify';
import { createApi } from './api/app';
import { createRateLimit } from './api/rateLimit';
import { createClock } from './clock';
import { createControlApp } from './control/app';
import type { Controls } from './control/controls';
import { createControls } from './control/controls';
import { createFaults } from './control/faults';
import type { SandboxOptions } from './options';
import { defaultOptions, localAddress } from './options';
import type { SampleData } from './seed';
import { fillStore, sampleData } from './seed';
import type { OAuthApplication } from './seed/accounts';
import type { Service } from './service';
import { openStore } from './store/database';
import { createRequestLog } from './store/requestLog';
import { createWeb } from './web/app';
import { oauthPaths } from './web/oauth';
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

const listen = async (
	app: FastifyInstance,
	port: number,
	host: string = localAddress,
): Promise<string> => {
	try {
		return await app.listen({ host, port });
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`Port ${port} of ${host} cannot be opened: ${reason}.`);
	}
};

/**
 * Starts a sandbox of the service. Without `host`, only this machine reaches it.
 * @param realTime the real time in milliseconds since 1970
 * @throws when the store or a port cannot be opened; the message says why.
 */
export const createSandbox = async (
	given: Partial<SandboxOptions> = {},
	realTime: () => number = Date.now,
): Promise<Sandbox> => {
	const options = { ...defaultOptions, ...given };
	const clock = createClock(realTime);
	const { db, reset, windowSeconds, latencyMs } = options;
	const store = openStore(db, reset, (empty) => fillStore(empty, options, clock.now()));
	const dispatcher = createDispatcher(store, clock);
	// The addresses are known once the web application listens.
	const service = { store, clock, options, dispatcher, appUrl: '', downloadUrl: '' };
	const parts = {
		service,
		log: createRequestLog(),
		rateLimit: createRateLimit(clock, windowSeconds),
		faults: createFaults(),
		latency: { ms: latencyMs },
	};
	const controls = createControls(parts);
	const [api, web, control] = [
		createApi(parts),
		createWeb(service, controls),
		createControlApp(controls),
	];
	const stop = async (): Promise<void> => {
		controls.clearFaults();
		await Promise.all([api.close(), web.close(), control.close(), dispatcher.stop()]);
		store.close();
	};
	try {
		const appUrl = await listen(web, options.appPort);
		const downloadUrl = `${appUrl}${downloadPath}`;
		Object.assign(service, { appUrl, downloadUrl });
		const baseUrl = await listen(api, options.port, options.host);
		const { controlPort } = options;
		const controlUrl = controlPort === null ? null : await listen(control, controlPort);
		const { oauthApplication, ...data } = sampleData(store);
		const oauth = {
			...oauthApplication,
			authorizationUrl: `${appUrl}${oauthPaths.authorization}`,
			tokenUrl: `${appUrl}${oauthPaths.token}`,
		};
		const addresses = { baseUrl, appUrl, controlUrl, downloadUrl };
		return { ...data, ...addresses, oauth, ...controls, service, stop };
	} catch (error) {
		await stop();
		throw error;
	}
};
