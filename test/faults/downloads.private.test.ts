import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import type { Fates, FaultServer } from './faultServer';
import { faultServers, json, text } from './faultServer';
import { leadExampleHome } from './ownNames';

const { serve, stopAll } = faultServers();
beforeEach(leadExampleHome);
afterEach(async () => {
	jest.restoreAllMocks();
	await stopAll();
});

const secret = 'c2lnbmF0dXJl';

/** Runs a download of a service that is reached by `host` and gives this link. */
const download = async (host: string, download_url: string) => {
	const service = await serve(() => ({
		atBody: json(200, { download_url, file_name: 'a.pdf', expires_at: null }),
	}));
	return await runNode({
		parameters: parametersOf('task.getStepDocument', {
			taskId: byId('1'),
			stepId: byId('draft'),
			download: true,
		}),
		credentials: keyCredential(`http://${host}:${service.port}`, 'key_1'),
	});
};

const file: Fates = () => ({ atBody: text(200, 'application/pdf', 'bytes') });

describe('a service whose Base URL is a name', () => {
	it('has its files fetched by names', async () => {
		const store = await serve(file);
		const { output, error } = await download(
			'service.example',
			`http://files.example:${store.port}/`,
		);
		expect(error).toBeUndefined();
		expect(output[0]?.binary?.data?.bytes).toBe(5);
	});

	it.each([
		['127.0.0.1'],
		['2130706433'],
		['0x7f.1'],
		['[::ffff:127.0.0.1]'],
		['[::1]'],
		['localhost'],
		['a.localhost'],
		['169.254.169.254'],
		['10.0.0.1'],
	])('has no file fetched from %s, neither at once nor by a redirect', async (host) => {
		const inside = await serve(file);
		const address = `http://${host}:${inside.port}/f?signature=${secret}`;
		const direct = await download('service.example', address);
		expect(direct.error?.message).toBe(
			'The file a.pdf could not be downloaded: the link is in a private network',
		);
		expect(direct.error?.description).toContain('N8N_SSRF_PROTECTION_ENABLED');
		expect(direct.saved).not.toContain(secret);

		const store = await serve(() => ({ atBody: json(302, {}, { location: address }) }));
		const led = await download('service.example', `http://files.example:${store.port}/`);
		expect(led.error?.message).toBe(
			'The file a.pdf could not be downloaded: the redirect target is in a private network',
		);
		expect(led.saved).not.toContain(secret);
		expect(store.requests).toHaveLength(1);
		expect(inside.connections()).toBe(0);
	});
});

describe('a service whose Base URL is a private address', () => {
	it.each(['127.0.0.1', 'localhost'])('has files fetched from private ones: %s', async (host) => {
		const inside = await serve(file);
		const leading = async (): Promise<FaultServer> =>
			await serve(() => ({
				atBody: json(302, {}, { location: `http://127.0.0.1:${inside.port}/` }),
			}));
		for (const { port } of [inside, await leading()]) {
			const { output, error } = await download(host, `http://127.0.0.1:${port}/`);
			expect(error).toBeUndefined();
			expect(output[0]?.binary?.data?.bytes).toBe(5);
		}
	});
});
