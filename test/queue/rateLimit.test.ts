import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { statusOf, until } from '../../tools/scripts/n8n/pages/questions';
import { keyOf, session } from '../n8n/stack';
import { makeTasks, publishApprovals } from './approvals';
import { approveInParts, partsOf } from './decisions';

const count = 1_000;
const executions = 10;
const limit = 300;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({
		tasks: 0,
		documents: 0,
		rateLimit: limit,
		windowSeconds: 10,
		latencyMs: 50,
	});
});
afterAll(async () => await sandbox?.stop());

it(`two workers share a rate limit: ${count} approvals in ${executions} executions`, async () => {
	const n8n = session();
	const approvals = await publishApprovals(n8n, await keyOf(n8n, sandbox));
	const parts = partsOf(await makeTasks(sandbox, count), executions);
	const { executions: ids, ...figures } = await approveInParts(sandbox, approvals, parts);
	const { seconds, leastSeconds, refused } = figures;
	process.stdout.write(
		`${count} approvals by two workers: ${seconds.toFixed(1)} s, ` +
			`${(seconds / leastSeconds).toFixed(2)} of the least, ` +
			`${((100 * refused) / (count + refused)).toFixed(1)} % of the requests refused\n`,
	);
	expect(figures).toMatchObject({ tasks: count, notApproved: 0, approvedTwice: 0 });
	expect(figures.windowEnds).toHaveLength(Math.ceil(count / limit));
	expect(seconds).toBeLessThanOrEqual(1.15 * leastSeconds);
	for (const id of ids) {
		await until(async () => (await statusOf(n8n, id)) !== 'running');
		expect(await statusOf(n8n, id)).toBe('success');
	}
});
