import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, readExecution, runWorkflow } from '../../tools/scripts/n8n/executions';
import { isSince } from '../../tools/scripts/n8n/installation/versions';
import {
	answer as post,
	linkIn,
	statusOf,
	until,
	waits,
} from '../../tools/scripts/n8n/pages/questions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { startTool } from '../../tools/scripts/n8n/tools';
import type { Arrival } from '../faults/faultServer';
import { faultServers, json } from '../faults/faultServer';
import { keyOwner, whoseKey } from '../support/answeringServer';
import { askOnce, asking, begin, commentsIn } from './question';
import { plain, saveWorkflow, session, then } from './stack';

let n8n: N8n;
let sandbox: Sandbox;
let key: StoredCredential;

const credentialAt = async (name: string, baseUrl: string, apiKey = 'key_1') =>
	await upsertCredential(n8n, { name, type: 'contractWorkflowApi', data: { baseUrl, apiKey } });

beforeAll(async () => {
	n8n = session();
	sandbox = await createSandbox({ rateLimit: 100_000 });
	key = await credentialAt('Waiting', sandbox.baseUrl, sandbox.apiKeys.main);
});
beforeEach(() => sandbox.clearRequests());
afterAll(async () => await sandbox?.stop());

const { serve, stopAll } = faultServers();
afterEach(stopAll);

/** Asks, and gives the run once it waits, and the link of its comment. */
const ask = async (parameters = {}) => {
	const executionId = await begin(n8n, await askOnce(n8n, asking(parameters, key)));
	await waits(n8n, executionId);
	const comment = commentsIn(sandbox).at(-1) ?? '';
	return { executionId, comment, link: linkIn(comment) };
};

const agents = [
	'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) SkypeUriPreview Preview/0.5',
	'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
	'',
];

describe('a question in a task', () => {
	it('stands in the comment with its link on a line of its own, and on the page', async () => {
		const { comment, link, executionId } = await ask({ message: 'May <b>this</b> go out?' });
		expect(comment).toBe(
			`May <b>this</b> go out? (sent-by-n8n)\n\nAnswer on this page. Anyone with this link can answer:\n${link}`,
		);
		expect(link).toMatch(/^http\S+\/webhook-waiting\/\d+\/Ask\?round=[\w-]{36}&signature=\w+$/);
		const page = await fetch(link);
		expect(page.status).toBe(200);
		expect(Object.fromEntries(page.headers)).toMatchObject({
			'cache-control': 'no-store',
			'content-type': 'text/html; charset=utf-8',
			'referrer-policy': 'no-referrer',
			'content-security-policy': expect.stringMatching(
				/^sandbox allow-forms; default-src 'none'; .*frame-ancestors 'none'$/,
			),
		});
		const html = await page.text();
		const { task } = (await (
			await fetch(`${sandbox.baseUrl}/tasks/10001`, {
				headers: { 'X-API-Key': sandbox.apiKeys.main },
			})
		).json()) as { task: { task_title: string; task_url: string } };
		expect(html).toContain(`Task 10001: ${task.task_title}`);
		expect(html).toContain(`href="${task.task_url}"`);
		expect(html).toContain('May &lt;b&gt;this&lt;/b&gt; go out?');
		expect(html).not.toContain('<script');
		expect(html).not.toContain(sandbox.apiKeys.main);
		await post(link, { answer: 'decline' });
		await readExecution(n8n, executionId);
	});

	it('is decided by no reading of its link, and once by a button', async () => {
		const { executionId, link } = await ask();
		const reads = Array.from({ length: 50 }, (_, index) => agents[index % agents.length] ?? '');
		for (const agent of reads) {
			expect((await fetch(link, { headers: { 'User-Agent': agent } })).status).toBe(200);
		}
		for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
			await fetch(link, { method });
		}
		const forms: Array<Record<string, string>> = [
			{},
			{ answer: 'yes' },
			{ approved: 'true' },
			{ answer: '' },
		];
		for (const form of forms) {
			const refused = await post(link, form);
			expect(refused.status).toBe(422);
			expect(await refused.text()).toContain('Press one of the buttons to answer.');
		}
		await fetch(`${link}&answer=approve&approved=true`);
		expect(await statusOf(n8n, executionId)).toBe('waiting');

		const recorded = await post(link, { answer: 'approve' });
		expect(recorded.status).toBe(200);
		expect(await recorded.text()).toContain('Your answer was recorded');
		const execution = await readExecution(n8n, executionId);
		expect(execution.status).toBe('success');
		expect(jsonOf(execution, 'After')).toEqual([
			{
				data: { approved: true, respondedAt: expect.stringMatching(/^20\d\d-.*Z$/) },
				task_id: 10001,
				activity_log_id: expect.any(Number),
				current_step_id: 'legal_approval',
				current_step_run_id: expect.any(String),
				workflow_state_id: expect.any(String),
				decision: 'approve',
				paired: true,
			},
		]);
		expect(execution.runData.After).toHaveLength(1);

		const second = await post(link, { answer: 'decline' });
		expect(await second.text()).toContain('No action required');
		expect(commentsIn(sandbox)).toHaveLength(1);
	});

	it('takes one of several answers that come at once, and refuses the others', async () => {
		const { executionId, link } = await ask();
		const pressed = ['approve', 'approve', 'decline', 'decline', 'approve'];
		const answers = await Promise.all(
			pressed.map(async (answer) => {
				const response = await post(link, { answer });
				return { answer, status: response.status, text: await response.text() };
			}),
		);
		const execution = await readExecution(n8n, executionId);
		const [{ data } = { data: {} }] = jsonOf(execution, 'After');
		const winner = (data as { approved: boolean }).approved ? 'approve' : 'decline';
		const taken = answers.filter(({ status }) => status === 200);
		expect(taken.map(({ answer, text }) => [answer, text.includes('was recorded')])).toEqual([
			[winner, true],
		]);
		expect(execution.runData.After).toHaveLength(1);
	});

	it('refuses a link that was forged, cut or changed', async () => {
		const { executionId, link } = await ask();
		const changed = [
			link.replace(/signature=.*/, ''),
			link.slice(0, -1),
			link.replace(/signature=\w{4}/, 'signature=0000'),
			link.replace(/round=\w{4}/, 'round=0000'),
			link.replace(/round=[\w-]+&/, ''),
			`${link}&approved=true`,
		];
		for (const url of changed) {
			expect((await fetch(url)).status).toBeGreaterThanOrEqual(400);
			expect((await post(url, { answer: 'approve' })).status).toBeGreaterThanOrEqual(400);
		}
		// n8n 1 says of an execution that has ended that nothing is to be done, whatever the link.
		const ended = link.replace(/\/webhook-waiting\/\d+\//, '/webhook-waiting/1/');
		for (const response of [await fetch(ended), await post(ended, { answer: 'approve' })]) {
			const refused = response.status >= 400;
			const told = (await response.text()).includes('No action required');
			expect(refused || (told && !isSince('2.30.8'))).toBe(true);
		}
		expect(await statusOf(n8n, executionId)).toBe('waiting');
		await post(link, { answer: 'decline' });
		expect(jsonOf(await readExecution(n8n, executionId), 'After')).toMatchObject([
			{ data: { approved: false } },
		]);
	});
});

/** Rows, one after the other, each asked about. */
const loop = async () =>
	await saveWorkflow(
		n8n,
		[
			plain('Start', 'manualTrigger', 1, {}),
			plain('Rows', 'set', 3.4, {
				mode: 'raw',
				jsonOutput: '{ "rows": [{ "id": 10001 }, { "id": 10002 }] }',
			}),
			plain('Split', 'splitOut', 1, { fieldToSplitOut: 'rows' }),
			plain('Loop', 'splitInBatches', 3, {}),
			asking({}, key),
			plain('Done', 'noOp', 1, {}),
		],
		{
			Start: then('Rows'),
			Rows: then('Split'),
			Split: then('Loop'),
			Loop: {
				main: [
					[{ node: 'Done', type: 'main' as const, index: 0 }],
					[{ node: 'Ask', type: 'main' as const, index: 0 }],
				],
			},
			Ask: then('Loop'),
		},
	);

it('the link of an earlier round of a loop neither shows nor decides the question of another', async () => {
	const executionId = await begin(n8n, await loop());
	await waits(n8n, executionId);
	const first = linkIn(commentsIn(sandbox)[0]);
	await post(first, { answer: 'approve' });
	await until(() => commentsIn(sandbox).length === 2);
	await waits(n8n, executionId);
	const second = linkIn(commentsIn(sandbox)[1]);
	expect(new URL(second).pathname).toBe(new URL(first).pathname);

	const shown = await fetch(first);
	expect(shown.status).toBe(410);
	expect(await shown.text()).not.toContain('10002');
	expect((await post(first, { answer: 'approve' })).status).toBe(410);
	expect(await statusOf(n8n, executionId)).toBe('waiting');
	expect(await (await fetch(second)).text()).toContain('10002');
	await post(second, { answer: 'decline' });

	const execution = await readExecution(n8n, executionId);
	expect(jsonOf(execution, 'Done')).toMatchObject([
		{ data: { approved: true }, task_id: 10001 },
		{ data: { approved: false }, task_id: 10002 },
	]);
});

const posted = json(200, { success: true, activity_log_id: 1, message: 'Posted' });

/** Answers the first comment by `fate`, and takes all others. */
/** A service that has the task, and does what a test wants with comments on it. */
const atComments = async (fateOf: (index: number) => typeof posted) => {
	const comments: Arrival[] = [];
	const server = await serve(() => ({
		atBody(response, request) {
			if (request.line === whoseKey) owner(response);
			else if (request.line.startsWith('GET')) readTask(response);
			else fateOf(comments.push(request))(response);
		},
	}));
	return { url: server.url, comments };
};

const owner = json(200, keyOwner);
const readTask = json(200, { task: { task_id: 10001, task_title: 'Supply agreement' } });

const onlyFirst = async (fate: typeof posted) =>
	await atComments((index) => (index === 1 ? fate : posted));

describe('a comment that was not posted for certain', () => {
	it('is posted a second time by Retry On Fail only where it did not arrive', async () => {
		const outcomes = [];
		for (const fate of [json(500, { detail: 'Failed' }), json(404, { detail: 'Task not found' })]) {
			const server = await onlyFirst(fate);
			const credential = await credentialAt('Retrying', server.url);
			const more = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const executionId = await begin(n8n, await askOnce(n8n, asking({}, credential, more)));
			await until(async () => (await statusOf(n8n, executionId)) !== 'running');
			outcomes.push([server.comments.length, await statusOf(n8n, executionId)]);
		}
		expect(outcomes).toEqual([
			[1, 'error'],
			[2, 'waiting'],
		]);
	});
});

describe('a failed execution that is retried from the list', () => {
	/** Runs to the failure, retries, and gives the requests and the run that the retry made. */
	const retry = async (fate: ReturnType<typeof json>) => {
		const server = await onlyFirst(fate);
		const credential = await credentialAt('Retried', server.url);
		const node = asking({}, credential);
		const failed = await runWorkflow(n8n, await askOnce(n8n, node), 'Start');
		const { id } = await n8n.request(
			'POST',
			`/executions/${failed.id}/retry`,
			z.object({ id: z.string() }),
			{ loadWorkflow: false },
		);
		await until(async () => !['new', 'running'].includes(await statusOf(n8n, id)));
		const comments = server.comments.map(({ body }) => {
			const { comment } = JSON.parse(String(body)) as { comment: string };
			return linkIn(comment).split('/webhook-waiting/')[1]?.split('/')[0];
		});
		return { failed: failed.id, id, status: await statusOf(n8n, id), comments };
	};

	it('asks anew, with a link of its own, where the comment was refused', async () => {
		const { failed, id, status, comments } = await retry(json(404, { detail: 'Task not found' }));
		expect(status).toBe('waiting');
		expect(comments).toEqual([failed, id]);
	});

	it('does not ask again where nobody knows whether the comment arrived, and does not wait', async () => {
		const { failed, id, status, comments } = await retry(json(500, { detail: 'Failed' }));
		expect(status).toBe('error');
		expect(comments).toEqual([failed]);
		const { error } = await readExecution(n8n, id);
		expect(error?.description).toContain(`It was sent in execution ${failed}`);
	});
});

it('is refused as a tool itself', async () => {
	const tool = asking({ taskId: { __rl: true, mode: 'id', value: '10001' } }, key);
	const id = await saveWorkflow(
		n8n,
		[
			plain('Start', 'manualTrigger', 1, {}),
			{
				...plain('Agent', 'agent', 3, { promptType: 'define', text: 'Go', options: {} }),
				type: '@n8n/n8n-nodes-langchain.agent',
			},
			{ ...tool, type: `${tool.type}Tool` },
		],
		{ Start: then('Agent'), Ask: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] } },
	);
	const run = await startTool(n8n, id, 'Ask', { name: 'Ask', query: {} });
	const execution = await readExecution(n8n, run);
	expect(JSON.stringify(execution.runData.Ask)).toContain('cannot be a tool');
	expect(sandbox.requests()).toEqual([]);
});
