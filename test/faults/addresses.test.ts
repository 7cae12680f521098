import { afterAll, expect, it } from '@jest/globals';
import { faultServers, json, text } from './faultServer';
import { comment, goesOn, read, runAt } from './items';
import { downloadStep } from './store';

// Read by n8n when its first request is made, which is after this file was loaded.
const variables = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
};
const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
Object.assign(process.env, variables);

const serve = faultServers();
afterAll(() => {
	for (const [name, value] of before) {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
});

it.each([
	['http://127.0.0.2', read],
	['http://169.254.169.254', comment],
])("n8n's protection of private addresses keeps requests from %s", async (address, parameters) => {
	const server = await serve(() => ({}));
	const { output } = await runAt(`${address}:${server.port}`, parameters, goesOn);
	expect(output[0]?.json.error).toMatchObject({
		message: 'The SSRF protection of n8n blocks the address; nothing was sent',
		description: expect.stringContaining('N8N_SSRF_ALLOWED_IP_RANGES'),
		outcome: 'failed',
	});
	expect(server.connections()).toBe(0);
});

it.each<[string, (store: string) => string, RegExp | undefined]>([
	['to an allowed address', () => '', undefined],
	['to another one', () => 'http://127.0.0.2/f', /SSRF protection of n8n blocks the link$/],
	['to one of the cloud', () => 'http://169.254.169.254/f', /SSRF protection of n8n blocks/],
	['that leads away', (store) => `${store}/away`, /SSRF protection of n8n blocks/],
])('and the link of a file %s', async (_name, linkTo, message) => {
	const store = await serve((_index, request) => ({
		atBody: request?.line.includes('/away')
			? json(302, {}, { location: 'http://127.0.0.2/f' })
			: text(200, 'application/pdf', 'bytes'),
	}));
	const download_url = linkTo(store.url) || `${store.url}/f`;
	const service = await serve(() => ({
		atBody: json(200, { download_url, file_name: 'a.pdf', expires_at: null }),
	}));
	const { error, output } = await runAt(service.url, downloadStep);
	expect(output[0]?.binary?.data?.bytes).toBe(message ? undefined : 5);
	if (!message) expect(error).toBeUndefined();
	else {
		expect(error?.message).toMatch(message);
		expect(error?.description).toContain('N8N_SSRF_ALLOWED_IP_RANGES');
	}
});
