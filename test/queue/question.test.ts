import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { jsonOf, readExecution } from '../../tools/scripts/n8n/executions';
import { answer, linkIn, statusOf, waits } from '../../tools/scripts/n8n/pages/questions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { askOnce, asking, begin, commentsIn } from '../n8n/question';
import { keyOf, session } from '../n8n/stack';
import { atWebhookProcess, queueAddresses } from './queue';

let n8n: N8n;
let sandbox: Sandbox;
beforeAll(async () => {
	n8n = session();
	sandbox = await createSandbox({ rateLimit: 100_000 });
});
afterAll(async () => await sandbox?.stop());

const ask = async () => {
	const key = await keyOf(n8n, sandbox);
	const executionId = await begin(n8n, await askOnce(n8n, asking({}, key)));
	await waits(n8n, executionId);
	return { executionId, link: linkIn(commentsIn(sandbox).at(-1)) };
};

it('a question of a worker is shown and answered at another process', async () => {
	const { executionId, link } = await ask();
	expect(link).toContain(`${queueAddresses().n8nUrl}/webhook-waiting/`);
	const elsewhere = atWebhookProcess(link);
	const page = await fetch(elsewhere);
	expect([page.status, await page.text()]).toEqual([
		200,
		expect.stringContaining('May task 10001 go out?'),
	]);
	expect(await statusOf(n8n, executionId)).toBe('waiting');
	const recorded = await answer(elsewhere, { answer: 'approve' });
	expect(await recorded.text()).toContain('Your answer was recorded');
	const execution = await readExecution(n8n, executionId);
	expect(execution.status).toBe('success');
	expect(jsonOf(execution, 'After')).toMatchObject([{ data: { approved: true } }]);
	const second = await answer(link, { answer: 'decline' });
	expect(await second.text()).toContain('No action required');
});

it('of two answers that reach two processes at once, one counts', async () => {
	for (let round = 0; round < 3; round += 1) {
		const { executionId, link } = await ask();
		const [yes, no] = await Promise.all([
			answer(link, { answer: 'approve' }),
			answer(atWebhookProcess(link), { answer: 'decline' }),
		]);
		const execution = await readExecution(n8n, executionId);
		expect(execution.runData.After).toHaveLength(1);
		const [{ data } = { data: {} }] = jsonOf(execution, 'After');
		const told = { approved: (await yes.text()).includes('was recorded') };
		expect(data).toMatchObject(told);
		expect((await no.text()).includes('was recorded')).toBe(!told.approved);
	}
});
