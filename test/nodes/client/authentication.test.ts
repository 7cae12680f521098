import { expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../../support/answeringServer';
import { byId, keyCredential, sharedStage } from '../../support/stage';

const serve = serverPool();

const stage = sharedStage();

it.each(['key_1', 'key_1\u00a0\n'])('the API key %j goes out as X-API-Key', async (entered) => {
	const server = await serve((response) => sendJson(response, 200, { org_name: 'A' }));
	await stage.run('organization.get', {}, { credentials: keyCredential(server.url, entered) });
	const [request] = server.requests;
	expect(request?.line).toBe('GET /users/org-info');
	expect(request?.headers).toMatchObject({ 'x-api-key': 'key_1', accept: 'application/json' });
	expect(request?.headers).not.toHaveProperty('authorization');
});

it('any other operation takes the API key, whatever Authentication was left in the workflow', async () => {
	const { error, output } = await stage.run('task.get', {
		credentialType: 'contractWorkflowOAuth2Api',
		taskId: byId('10001'),
	});
	expect(error).toBeUndefined();
	expect(output[0]?.json.task_id).toBe(10001);
	expect(stage.received()).toEqual([{ request: 'GET /tasks/10001' }]);
});
