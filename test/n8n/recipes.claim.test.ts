import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MirrorDatabase } from '../../scripts/mirror/database';
import { startMirrorDatabase } from '../../scripts/mirror/database';
import { jsonOf, runWorkflow } from '../../scripts/n8n/executions';
import { sendTo } from '../../scripts/n8n/pages/forms';
import { requestsTo, useRecipe } from './recipe';

let folder: string;
let database: MirrorDatabase;
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-claims-'));
	database = await startMirrorDatabase(folder);
});
afterAll(async () => {
	await recipe().unpublish();
	await database.stop();
	await rm(folder, { recursive: true, force: true });
});

const header = { name: 'X-CRM-Secret', value: 'crm-secret-of-the-test' };
const recipe = useRecipe('claim-deal-launch', () => [
	{ name: 'CRM', type: 'httpHeaderAuth', data: header },
	database.credential,
]);
const everyHour = async () => await runWorkflow(recipe().n8n, recipe().file.id, 'Every Hour');
const openClaims = async () => jsonOf(await everyHour(), 'Create Summary')[0]?.claims;
beforeAll(async () => {
	await everyHour();
	await recipe().publish();
});

const post = async (body: object) => {
	const response = await sendTo(`${recipe().n8n.url}/webhook/crm-deal-won-once`, () => ({
		method: 'POST',
		headers: { 'Content-Type': 'application/json', [header.name]: header.value },
		body: JSON.stringify(body),
	}));
	return { status: response.status, answer: await response.json() };
};
const launches = () => requestsTo(recipe(), /initiate$/).length;
const dealOf = (id: string) => ({ deal_id: id, counterparty: `Customer of ${id}` });

it('lists a claim of unknown outcome with its task, and never sends it again', async () => {
	recipe().sandbox.addFault({ kind: 'reset', endpoint: 'initiateWorkflow', applied: true });
	recipe().sandbox.clearRequests();
	const deal = dealOf('4712');
	const answers = [await post(deal), await post(deal)];
	expect(answers).toMatchObject(
		[1, 2].map(() => ({
			status: 409,
			answer: { deal_id: '4712', task_id: null, state: 'unknown' },
		})),
	);
	expect(launches()).toBe(1);
	expect(await openClaims()).toEqual([
		expect.objectContaining({
			deal_id: '4712',
			state: 'unknown',
			execution_id: expect.stringMatching(/^\d+$/),
			reason: expect.stringMatching(/may have been carried out/),
			possible_tasks: [expect.stringMatching(/\/workflows\/tasks\/\d+$/)],
		}),
	]);

	recipe().sandbox.addFault({ kind: 'error', status: 401, endpoint: 'listTasks' });
	expect(await openClaims()).toMatchObject([{ deal_id: '4712', possible_tasks: null }]);
});

it('sends a deal again that the service refused, or that a person freed', async () => {
	recipe().sandbox.addFault({ kind: 'error', status: 501, endpoint: 'initiateWorkflow' });
	const deal = dealOf('4713');
	expect(await post(deal)).toMatchObject({ status: 502, answer: { state: 'failed' } });
	const done = await Promise.all([post(deal), post(deal)]);
	expect(done.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
	expect(await database.query("SELECT state FROM contract_claims WHERE deal_id = '4713'")).toEqual([
		'done',
	]);

	await database.query("UPDATE contract_claims SET state = 'failed' WHERE deal_id = '4713'");
	recipe().sandbox.clearRequests();
	expect(await post(deal)).toMatchObject({ status: 200, answer: { state: 'done' } });
	expect(launches()).toBe(1);
});

it('takes a number for an ID, and refuses a deal without one', async () => {
	const deal = { ...dealOf('4714'), deal_id: 4714 };
	const [first, second] = [await post(deal), await post({ ...deal, deal_id: '4714' })];
	expect(first).toMatchObject({ status: 200, answer: { deal_id: '4714', state: 'done' } });
	expect(second).toEqual(first);
	recipe().sandbox.clearRequests();
	for (const without of [{ counterparty: 'Nobody' }, { deal_id: '', counterparty: 'Nobody' }]) {
		expect(await post(without)).toMatchObject({ status: 400, answer: { task_id: null } });
	}
	expect(launches()).toBe(0);
});

it('sends nothing while the database cannot be reached', async () => {
	await database.query('ALTER TABLE contract_claims RENAME TO moved');
	recipe().sandbox.clearRequests();
	const answer = { reason: expect.stringMatching(/^Nothing was sent\. .+/) };
	expect(await post(dealOf('4715'))).toMatchObject({ status: 502, answer });
	expect(launches()).toBe(0);
});
