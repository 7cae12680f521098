import { afterAll, afterEach, expect, it } from '@jest/globals';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import { faultServers, json } from './faultServer';
import { numbered } from './items';

// Read by n8n when its first request is made, which is after this file was loaded.
const variable = 'N8N_SSRF_PROTECTION_ENABLED';
const before = process.env[variable];
process.env[variable] = 'true';

const { serve, stopAll } = faultServers();
afterEach(stopAll);
afterAll(() => {
	if (before === undefined) delete process.env[variable];
	else process.env[variable] = before;
});

const read = parametersOf('task.get', { taskId: byId('={{ $json.id }}') });

it("n8n's protection of private addresses holds for this node, too", async () => {
	const server = await serve(() => ({ atBody: json(200, { task: { task_id: 1 } }) }));
	for (const url of [server.url, 'http://169.254.169.254', `http://localhost:${server.port}`]) {
		const { output, error } = await runNode({
			parameters: read,
			credentials: keyCredential(url, 'key_1'),
			items: numbered(1),
		});
		expect(output).toEqual([]);
		expect(error?.message).toEqual(expect.any(String));
		expect(JSON.stringify(error)).not.toContain('key_1');
	}
	expect(server.connections()).toBe(0);
});
