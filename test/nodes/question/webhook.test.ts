import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import type { NodeResult, NodeRun } from '../../support/n8nCore';
import { runNode } from '../../support/n8nCore';
import type { Visit } from '../../support/questionWebhook';
import { visitQuestion } from '../../support/questionWebhook';
import { byId, parametersOf, sharedStage } from '../../support/stage';

const stage = sharedStage();

/** Texts that break what quotes, escapes, parses or shows a text. */
const hostile = fc.oneof(
	fc.constantFrom(
		...['\u2028', '{{ 1 }}', '}}', '`${1}`', '\\u0041', '"', "'", '\ud800', '\u0000'],
		...['\r\n\t', '\u202e', '</textarea>', '*/', '<!--'],
	),
	fc.string({ unit: 'binary', maxLength: 8 }),
);
const text = fc
	.array(hostile, { minLength: 1, maxLength: 6 })
	.map((parts) => parts.join(''))
	.filter((joined) => joined.trim() !== '' && !joined.startsWith('='));

/** A question that waits, and its round. */
const ask = async (called: string, parameters: INodeParameters) => {
	const given: NodeRun = {
		node: { name: called },
		credentials: stage.credentials,
		parameters: parametersOf('task.sendAndWait', {
			taskId: byId('10001'),
			message: 'May it go out?',
			...parameters,
		}),
	};
	const result = await runNode(given);
	const posted = stage.received().find(({ request }) => request.startsWith('POST'));
	const { comment = '' } = (posted?.body ?? {}) as { readonly comment?: string };
	const [, round = ''] = /[?&]round=([\w-]{36})/.exec(comment) ?? [];
	return { given, result, round, comment };
};

type Asked = Awaited<ReturnType<typeof ask>>;

const visit = async ({ given, result, round }: Asked, visited: Omit<Visit, 'query'>) =>
	await visitQuestion(given, result, { ...visited, query: { round } });

/** A run that was saved with this in the node's context. */
const keeping = ({ saved }: NodeResult, question: unknown): NodeResult => {
	const run = JSON.parse(saved) as {
		data: { executionData: { contextData: Record<string, { question: unknown }> } };
	};
	for (const context of Object.values(run.data.executionData.contextData)) {
		context.question = question;
	}
	return { saved: JSON.stringify(run) } as NodeResult;
};

/** No script, no frame, and nothing kept by a browser, a proxy or a search engine. */
const headers = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': expect.stringMatching(
		/^sandbox allow-forms; default-src 'none'; .*; frame-ancestors 'none'$/,
	),
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
	'x-robots-tag': 'noindex, nofollow',
};

describe('the link of a question', () => {
	it('shows its page, and takes the first answer only', async () => {
		const asked = await ask('Ask', {});
		const answer = async (pressed: string) =>
			await visit(asked, { method: 'POST', body: { answer: pressed } });
		const shows = (status: number, title: string) => ({
			status,
			headers,
			html: expect.stringContaining(`<title>${title}`),
			goesOn: false,
		});
		for (let visits = 0; visits < 2; visits++)
			expect(await visit(asked, { method: 'GET' })).toEqual(shows(200, 'Your answer is needed'));
		expect(await answer('yes')).toEqual(shows(422, 'Your answer is needed'));

		const recorded = shows(200, 'Your answer was recorded');
		const json = {
			data: { approved: false, respondedAt: expect.stringMatching(/^20\d\d-.*Z$/) },
			task_id: 10001,
			task_title: expect.any(String),
			task_url: expect.any(String),
			activity_log_id: expect.any(Number),
			...{ current_step_id: 'legal_approval', current_step_run_id: expect.any(String) },
			...{ workflow_state_id: expect.any(String), decision: 'reject' },
		};
		expect(await answer('decline')).toEqual({
			...recorded,
			goesOn: true,
			output: [[{ json, pairedItem: { item: 0 } }]],
		});
		expect(await answer('decline')).toEqual(recorded);
		expect(await answer('approve')).toEqual(shows(409, 'Already answered'));
	});

	it('is closed for another round, and where no question waits', async () => {
		const asked = await ask('Ask', {});
		const { given, result, round } = asked;
		const closed: Array<[kept: NodeResult, query: object]> = [
			[result, { round: 'another' }],
			[result, {}],
			[keeping(result, undefined), {}],
			[keeping(result, undefined), { round }],
		];
		for (const [kept, query] of closed) {
			for (const method of ['GET', 'POST'] as const) {
				const body = { answer: 'approve' };
				expect(await visitQuestion(given, kept, { method, body, query })).toEqual({
					status: 410,
					headers,
					html: expect.stringContaining('<title>This question is closed'),
					goesOn: false,
				});
			}
		}
	});

	it('shows its page and takes its answer, whatever its node and its words are', async () => {
		await fc.assert(
			fc.asyncProperty(text, text, text, text, async (called, message, title, label) => {
				const asked = await ask(called, {
					// A message of unseen signs alone is none.
					message: `${message}?`,
					options: { title, approveLabel: label, disapproveLabel: label },
				});
				expect(asked.result.error).toBeUndefined();
				const shown = await visit(asked, { method: 'GET' });
				expect(shown).toMatchObject({ status: 200, goesOn: false });
				expect(shown.html).toContain('<form');
				const refused = await visit(asked, { method: 'POST', body: { answer: label } });
				expect(refused).toMatchObject({ status: 422, goesOn: false });
				const taken = await visit(asked, { method: 'POST', body: { answer: 'approve' } });
				expect(taken).toMatchObject({ status: 200, goesOn: true });
			}),
			{ numRuns: 30 },
		);
	});

	it('says so where the question cannot be read, and resumes nothing', async () => {
		const asked = await ask('Ask', {});
		const { round } = asked;
		const kept = ['{', '"', JSON.stringify({ round }), JSON.stringify({ round, page: {} })];
		for (const question of kept) {
			for (const method of ['GET', 'POST'] as const) {
				const body = { answer: 'approve' };
				const result = keeping(asked.result, question);
				const visited = await visitQuestion(asked.given, result, {
					method,
					body,
					query: { round },
				});
				expect([question, method, visited]).toEqual([
					question,
					method,
					{
						status: 500,
						headers,
						html: expect.stringContaining('cannot be shown'),
						goesOn: false,
					},
				]);
			}
		}
	});
});
