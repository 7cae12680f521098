import { afterEach, expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import type { Credentials } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

it('the credential is read as often for many items as for more, and its key goes out with each', async () => {
	const server = await serve((response) => sendJson(response, 200, { task: { task_id: 1 } }));
	const readsOf = async (count: number) => {
		let reads = 0;
		const { contractWorkflowApi = {} } = keyCredential(server.url, 'key_1');
		const credentials: Credentials = {
			get contractWorkflowApi() {
				reads++;
				return contractWorkflowApi;
			},
		};
		const { output } = await runNode({
			parameters: parametersOf('task.get', { taskId: byId('={{ $json.id }}') }),
			credentials,
			items: itemsOf(...Array.from({ length: count }, (_, index) => ({ id: index + 1 }))),
		});
		expect(output).toHaveLength(count);
		return reads;
	};
	expect(await readsOf(200)).toBe(await readsOf(150));
	expect(server.requests).toHaveLength(350);
	expect(new Set(server.requests.map(({ headers }) => headers['x-api-key']))).toEqual(
		new Set(['key_1']),
	);
});
