import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { storeKey } from '../../bench/queue/approvals';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import type { StoredCredential } from '../../scripts/n8n/credentials';
import { runWorkflow } from '../../scripts/n8n/executions';
import { until } from '../../scripts/n8n/questions';
import type { N8n } from '../../scripts/n8n/rest';
import { contractWorkflow, plain, saveWorkflow, session, then } from '../n8n/stack';
import type { Published } from '../n8n/triggerWorkflow';
import {
	deliverWhenBack,
	outputsOf,
	signed,
	startTrigger,
	storeSecret,
} from '../n8n/triggerWorkflow';
import { atWebhookProcess } from './queue';

/* Comments that workers post, and their deliveries to the processes that take webhooks. */

let n8n: N8n;
let sandbox: Sandbox;
let key: StoredCredential;
let secret: StoredCredential;
beforeAll(async () => {
	n8n = session();
	sandbox = await createSandbox({ rateLimit: 100_000 });
	key = await storeKey(n8n, sandbox);
	secret = await storeSecret(n8n, 'query');
});
afterAll(async () => await sandbox?.stop());

const marker = '(sent-by-n8n)';

/** Posts a comment on a worker. */
const post = async (comment: string, additionalFields: INodeParameters): Promise<void> => {
	const node = contractWorkflow(
		'Comment',
		{
			resource: 'task',
			operation: 'comment',
			taskId: { __rl: true, mode: 'id', value: '10001' },
			comment,
			additionalFields,
		},
		key,
	);
	const nodes = [plain('Start', 'manualTrigger', 1, {}), node];
	const id = await saveWorkflow(n8n, nodes, { Start: then('Comment') });
	expect((await runWorkflow(n8n, id, 'Start')).status).toBe('success');
};

/** Publishes a trigger to which the sandbox delivers at both processes. */
const subscribed = async (parameters: INodeParameters): Promise<Published> => {
	const published = await startTrigger(n8n, parameters, [secret]);
	for (const url of [signed(published), atWebhookProcess(signed(published))]) {
		expect(await deliverWhenBack(url.replace(/\?.*/, ''), {})).toBe(401);
		sandbox.subscribe({ url });
	}
	return published;
};

const delivered = async (expected: number): Promise<void> =>
	await until(() => {
		const all = sandbox.deliveries();
		return all.length >= expected && all.every(({ status }) => status === 'delivered');
	});

it('the marker holds at another process; what a worker posted without it is not noticed there', async () => {
	const guarded = await subscribed({});
	await post('An answer of a worker', { loopGuardMarker: marker });
	await delivered(2);
	await post('An answer without a marker', {});
	await delivered(4);
	const bodies = (await outputsOf(n8n, guarded, 2)).map(({ body, loopWarning }) => ({
		comment: (body as { readonly comment?: unknown }).comment,
		loopWarning,
	}));
	const unnoticed = { comment: 'An answer without a marker', loopWarning: undefined };
	expect(bodies).toEqual([unnoticed, unnoticed]);
});

it('a marked comment that is let through carries the warning at any process', async () => {
	for (const { subscription_id: id } of sandbox.subscriptions()) sandbox.unsubscribe(id);
	const before = sandbox.deliveries().length;
	const open = await subscribed({ ignoreMarked: false });
	await post('Another answer of a worker', { loopGuardMarker: marker });
	await delivered(before + 2);
	const warnings = (await outputsOf(n8n, open, 2)).map(({ loopWarning }) => loopWarning);
	const noticed = expect.stringContaining('posted by this n8n itself');
	expect(warnings).toEqual([noticed, noticed]);
});
