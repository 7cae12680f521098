import { beforeAll, expect, it } from '@jest/globals';
import { sendTo } from '../../scripts/n8n/pages/forms';
import { requestsTo, useRecipe } from './recipe';

const secret = 'crm-secret-of-the-test';
const recipe = useRecipe('crm-deal-launch', () => [
	{ name: 'CRM', type: 'httpHeaderAuth', data: { name: 'X-CRM-Secret', value: secret } },
]);

beforeAll(async () => await recipe().publish());

const post = async (body: unknown, headers = { 'X-CRM-Secret': secret }) => {
	const response = await sendTo(`${recipe().n8n.url}/webhook/crm-deal-won`, () => ({
		method: 'POST',
		headers: { 'Content-Type': 'application/json', ...headers },
		body: JSON.stringify(body),
	}));
	const text = await response.text();
	return {
		status: response.status,
		answer: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
	};
};
const launches = () => requestsTo(recipe(), /initiate$/).length;
const counterparty = 'Nordwind Logistik GmbH';

it('starts one task for a deal that is posted at the same time, and again with another name', async () => {
	recipe().sandbox.clearRequests();
	const deal = { deal_id: '4711', counterparty };
	const [first, second] = await Promise.all([post(deal), post(deal)]);
	const third = await post({ ...deal, counterparty: 'Another name' });
	expect(launches()).toBe(1);
	const { task_id: id } = (first?.answer ?? {}) as { task_id?: number };
	expect(id).toEqual(expect.any(Number));
	expect([first, second, third]).toMatchObject(
		[1, 2, 3].map(() => ({ status: 200, answer: { deal_id: '4711', task_id: id, state: 'done' } })),
	);
	expect(third.answer).toMatchObject({ reason: expect.stringContaining('"4711"') });
});

it('says 409 when nobody knows whether there is a task, each time', async () => {
	recipe().sandbox.addFault({ kind: 'reset', endpoint: 'initiateWorkflow', applied: true });
	recipe().sandbox.clearRequests();
	const deal = { deal_id: '4712', counterparty };
	const answers = [await post(deal), await post(deal)];
	expect(answers).toMatchObject(
		[1, 2].map(() => ({ status: 409, answer: { deal_id: '4712', state: 'unknown' } })),
	);
	expect(launches()).toBe(1);
});

it('frees a deal that the service refused', async () => {
	recipe().sandbox.addFault({ kind: 'error', status: 501, endpoint: 'initiateWorkflow' });
	const deal = { deal_id: '4713', counterparty };
	expect(await post(deal)).toMatchObject({ status: 502, answer: { state: 'failed' } });
	expect(await post(deal)).toMatchObject({ status: 200, answer: { state: 'done' } });
});

it('refuses a deal without an ID, and a caller without the secret', async () => {
	recipe().sandbox.clearRequests();
	const answer = { message: expect.stringContaining('"Idempotency Key" is empty') };
	expect(await post({ counterparty })).toMatchObject({ status: 400, answer });
	const stranger = await post({ deal_id: '4714', counterparty }, { 'X-CRM-Secret': 'wrong' });
	expect(stranger.status).toBe(403);
	expect(launches()).toBe(0);
});
