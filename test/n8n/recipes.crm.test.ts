import { beforeAll, expect, it } from '@jest/globals';
import { sendTo } from '../../scripts/n8n/pages/forms';
import { requestsTo, useRecipe } from './recipe';

const secret = 'crm-secret-of-the-test';
const recipe = useRecipe('crm-id-to-tasks', () => [
	{ name: 'CRM', type: 'httpHeaderAuth', data: { name: 'X-CRM-Secret', value: secret } },
]);

beforeAll(async () => await recipe().publish());

const ask = async (body: unknown) => {
	const response = await sendTo(`${recipe().n8n.url}/webhook/crm-tasks`, () => ({
		method: 'POST',
		headers: { 'Content-Type': 'application/json', 'X-CRM-Secret': secret },
		body: JSON.stringify(body),
	}));
	return { status: response.status, answer: response.ok ? await response.json() : undefined };
};

it.each(['ERP/PO 4711', 'Akte-Ä-17'])('answers for the ID %s', async (id) => {
	expect(await ask({ id })).toMatchObject({ status: 200, answer: { tasks: [{}] } });
});

it('answers with an empty list when there are none', async () => {
	const answer = { external_source_id: 'CRM-unknown', tasks: [] };
	expect(await ask({ id: 'CRM-unknown' })).toEqual({ status: 200, answer });
});

it.each([{}, { id: '' }])('refuses a request without an ID: %j', async (body) => {
	recipe().sandbox.clearRequests();
	expect((await ask(body)).status).toBe(400);
	expect(requestsTo(recipe(), /external/)).toEqual([]);
});

it('never answers with an empty list when the tasks could not be read', async () => {
	recipe().sandbox.addFault({
		kind: 'error',
		status: 501,
		endpoint: 'listTasksByExternalSourceId',
	});
	expect((await ask({ id: 'CRM-2025-0001' })).status).toBe(502);
});
