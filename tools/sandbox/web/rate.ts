import type { FastifyInstance } from 'fastify';
import type { Controls } from '../control/controls';
import type { Service } from '../service';
import { accessTokens, apiKeys } from './credentials';
import { render, sendPage } from './page';

/** The rate window of one key, or of the bearer traffic of one organization. */
interface ShownWindow {
	readonly name: string;
	readonly limit: number;
	readonly used: number;
	readonly remaining: number;
	/** Seconds until it is reset; null if no window is open. */
	readonly seconds: number | null;
}

const shownWindows = (service: Service, controls: Controls): ShownWindow[] => {
	const open = new Map(controls.rateWindows().map((window) => [window.bucket, window]));
	const rows = new Map<string, ShownWindow>();
	const add = (bucket: string, name: string, limit: number): void => {
		const window = open.get(bucket);
		const used = window?.used ?? 0;
		const left = window && window.end - service.clock.unshifted();
		const seconds = left === undefined ? null : Math.max(0, Math.ceil(left / 1000));
		rows.set(bucket, { name, limit, used, remaining: Math.max(0, limit - used), seconds });
	};
	for (const { name, rate } of apiKeys(service)) {
		if (rate) add(rate.bucket, `Key ${name}`, rate.limit);
	}
	for (const { organization, rate } of accessTokens(service)) {
		if (rate && organization) add(rate.bucket, `Bearer traffic of ${organization}`, rate.limit);
	}
	return [...rows.values()];
};

/** The page that shows rate windows live. Its table is also served separately for updates. */
export const addRatePages = (app: FastifyInstance, service: Service, controls: Controls): void => {
	const { rateLimit, windowSeconds } = service.options;
	app.get('/rate-limit', (_request, reply) =>
		sendPage(reply, service, 'rate', {
			title: 'Rate limit',
			section: 'Rate limit',
			windows: shownWindows(service, controls),
			rateLimit,
			windowSeconds,
		}),
	);
	app.get('/rate-limit/windows', (_request, reply) =>
		reply
			.type('text/html; charset=utf-8')
			.send(render('rateWindows', { windows: shownWindows(service, controls) })),
	);
};
