import { afterAll, afterEach, expect, it } from '@jest/globals';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import { faultServers, json, text } from './faultServer';

// Read by n8n when its first request is made, which is after this file was loaded.
const variables = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
};
const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
Object.assign(process.env, variables);

const { serve, stopAll } = faultServers();
afterEach(stopAll);
afterAll(() => {
	for (const [name, value] of before) {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
});

const download = async (download_url: string) => {
	const service = await serve(() => ({
		atBody: json(200, { download_url, file_name: 'a.pdf', expires_at: null }),
	}));
	return await runNode({
		parameters: parametersOf('task.getStepDocument', {
			taskId: byId('1'),
			stepId: byId('draft'),
			download: true,
		}),
		credentials: keyCredential(service.url, 'key_1'),
	});
};

it("where n8n's own protection of private addresses is on, it decides about a link", async () => {
	const store = await serve((_index, request) => ({
		atBody: request?.line.includes('/away')
			? json(302, {}, { location: 'http://127.0.0.2/f' })
			: text(200, 'application/pdf', 'bytes'),
	}));
	const allowed = await download(`http://127.0.0.1:${store.port}/f`);
	expect(allowed.error).toBeUndefined();
	expect(allowed.output[0]?.binary?.data?.bytes).toBe(5);

	for (const link of [
		'http://127.0.0.2/f',
		'http://169.254.169.254/f',
		`http://127.0.0.1:${store.port}/away`,
	]) {
		const { error, output } = await download(link);
		expect(output).toEqual([]);
		expect(error?.message).toBe(
			'The file a.pdf could not be downloaded: the SSRF protection of n8n blocks the link',
		);
		expect(error?.description).toContain('N8N_SSRF_ALLOWED_IP_RANGES');
	}
});

it.each(['task.get', 'task.approve'])(
	'a Base URL that it refuses is told so, and %s failed',
	async (operation) => {
		const { output } = await runNode({
			parameters: parametersOf(operation, { taskId: byId('1'), decideIf: 'always' }),
			credentials: keyCredential('http://127.0.0.2:1', 'key_1'),
			onError: 'continueRegularOutput',
		});
		expect(output[0]?.json.error).toMatchObject({
			message: 'The SSRF protection of n8n blocks the address; nothing was sent',
			description: expect.stringContaining('N8N_SSRF_ALLOWED_IP_RANGES'),
			outcome: 'failed',
		});
	},
);
