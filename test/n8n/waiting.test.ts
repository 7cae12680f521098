import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, readExecution, runWorkflow } from '../../tools/scripts/n8n/executions';
import {
	answer as post,
	linkIn,
	statusOf,
	until,
	waits,
} from '../../tools/scripts/n8n/pages/questions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { json, keyedServers } from '../faults/faultServer';
import { askOnce, asking, begin, commentsIn, waitingFor } from './question';
import { keyFor, keyOf, session } from './stack';

let n8n: N8n;
let sandbox: Sandbox;
let key: StoredCredential;

/** Nobody answers it. n8n ends it within a minute, so it begins before all others. */
let unanswered: Awaited<ReturnType<typeof ask>>;

beforeAll(async () => {
	n8n = session();
	sandbox = await createSandbox({ rateLimit: 100_000 });
	key = await keyOf(n8n, sandbox);
	unanswered = await ask(waitingFor(20));
});
beforeEach(() => sandbox.clearRequests());
afterAll(async () => await sandbox?.stop());

const serve = keyedServers();

/** Asks, and gives the run once it waits, and the link of its comment. */
const ask = async (parameters = {}) => {
	const executionId = await begin(n8n, await askOnce(n8n, asking(parameters, key)));
	await waits(n8n, executionId);
	const comment = commentsIn(sandbox).at(-1) ?? '';
	return { executionId, comment, link: linkIn(comment) };
};

describe('a question in a task', () => {
	it('is decided by no reading of its link and no empty form, and once by a button', async () => {
		const { executionId, link } = await ask();
		const page = await fetch(link);
		expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
		expect(await page.text()).toContain('May task 10001 go out?');
		for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
			await fetch(`${link}&answer=approve`, { method });
			await fetch(link, { method });
		}
		const refused = await post(link, { answer: 'yes' });
		expect(refused.status).toBe(422);
		expect(await refused.text()).toContain('Press one of the buttons to answer.');
		expect(await statusOf(n8n, executionId)).toBe('waiting');

		const recorded = await post(link, { answer: 'approve' });
		expect(recorded.status).toBe(200);
		expect(await recorded.text()).toContain('Your answer was recorded');
		const execution = await readExecution(n8n, executionId);
		expect(jsonOf(execution, 'After')).toMatchObject([
			{ data: { approved: true }, task_id: 10001, decision: 'approve', paired: true },
		]);
		const second = await post(link, { answer: 'decline' });
		expect(await second.text()).toContain('No action required');
		expect(commentsIn(sandbox)).toHaveLength(1);
	});

	it('takes one of several answers that come at once, and tells each what became of it', async () => {
		const { executionId, link } = await ask();
		const answers = await Promise.all(
			['approve', 'approve', 'decline', 'decline', 'approve'].map(async (answer) => {
				const response = await post(link, { answer });
				return { answer, status: response.status, text: await response.text() };
			}),
		);
		const execution = await readExecution(n8n, executionId);
		const [{ data } = { data: {} }] = jsonOf(execution, 'After');
		const winner = (data as { approved: boolean }).approved ? 'approve' : 'decline';
		for (const { answer, status, text } of answers) {
			// While it resumes n8n refuses every other answer itself.
			const isByN8n = text.includes('running already');
			expect([answer, status]).toEqual([answer, answer === winner && !isByN8n ? 200 : 409]);
			if (!isByN8n) expect(text).toContain(status === 200 ? 'was recorded' : 'Already answered');
		}
		expect(answers.some(({ status }) => status === 200)).toBe(true);
		expect(execution.runData.After).toHaveLength(1);
	});

	it('refuses a link that was forged, cut or changed', async () => {
		const { executionId, link } = await ask();
		const changed = [
			link.replace(/signature=.*/, ''),
			link.slice(0, -1),
			link.replace(/round=\w{4}/, 'round=0000'),
			`${link}&approved=true`,
		];
		for (const url of changed) {
			expect((await fetch(url)).status).toBeGreaterThanOrEqual(400);
			expect((await post(url, { answer: 'approve' })).status).toBeGreaterThanOrEqual(400);
		}
		expect(await statusOf(n8n, executionId)).toBe('waiting');
		await post(link, { answer: 'decline' });
		await readExecution(n8n, executionId);
	});
});

const retried = z.object({ id: z.string() });

describe.each([
	['did not arrive', 404, [2, 'waiting']],
	['may have arrived', 500, [1, 'error']],
] as const)('a question whose comment %s', (_name, status, expected) => {
	const posted = { success: true, activity_log_id: 1, message: 'Posted' };
	const task = { task_id: 10001, task_title: 'Supply agreement' };

	/** A node that asks a service which answers the first comment with the status. */
	const failingOnce = async (settings = {}) => {
		const links: string[] = [];
		const server = await serve((_index, request) => {
			if (request?.line.startsWith('GET')) return { atBody: json(200, { task }) };
			return {
				atBody(response, { body }) {
					links.push(linkIn((JSON.parse(body) as { comment: string }).comment));
					const answer = links.length > 1 ? json(200, posted) : json(status, { detail: 'No' });
					answer(response);
				},
			};
		});
		const node = asking({}, await keyFor(n8n, server.url), settings);
		return { links, workflowId: await askOnce(n8n, node) };
	};
	const endOf = async (id: string): Promise<string> => {
		await until(async () => !['new', 'running'].includes(await statusOf(n8n, id)));
		return await statusOf(n8n, id);
	};

	it('is asked again by Retry On Fail only if nobody can have seen it', async () => {
		const tries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { links, workflowId } = await failingOnce(tries);
		const end = await endOf(await begin(n8n, workflowId));
		expect([links.length, end]).toEqual(expected);
	});

	it('is asked again by Retry from the list only if nobody can have seen it', async () => {
		const { links, workflowId } = await failingOnce();
		const failed = await runWorkflow(n8n, workflowId, 'Start');
		const path = `/executions/${failed.id}/retry`;
		const { id } = await n8n.request('POST', path, retried, { loadWorkflow: false });
		const end = await endOf(id);
		expect([links.length, end]).toEqual(expected);
		const runs = links.map((link) => link.split('/webhook-waiting/')[1]?.split('/')[0]);
		expect(runs).toEqual([failed.id, id].slice(0, links.length));
		if (end !== 'error') return;
		const { error } = await readExecution(n8n, id);
		expect(error?.description).toContain(`It was sent in execution ${failed.id}`);
	});
});

it('a question whose time limit has ended takes no answer', async () => {
	const execution = await readExecution(n8n, unanswered.executionId);
	expect(jsonOf(execution, 'After')).toMatchObject([{ data: null, decision: null, paired: true }]);
	const late = await post(unanswered.link, { answer: 'approve' });
	expect(await late.text()).toContain('No action required');
});
