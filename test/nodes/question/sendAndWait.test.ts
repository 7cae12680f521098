import { describe, expect, it, jest } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { sendJson, serverPool, whoseKey } from '../../support/answeringServer';
import type { NodeResult, NodeRun } from '../../support/n8nCore';
import { operationNamed } from '../../support/operations.table';
import type { Stage } from '../../support/stage';
import { byId, itemsOf, keyCredential, sharedStage } from '../../support/stage';

const serve = serverPool();

const stage = sharedStage();

interface Saved {
	readonly waitTill?: string;
	readonly data: {
		readonly executionData: {
			readonly contextData: Readonly<
				Record<string, { readonly question?: string; asked?: object }>
			>;
			readonly nodeExecutionStack: ReadonlyArray<{ readonly data: object }>;
		};
	};
}

/** Until when a run waits, with what question and what input; undefined where it does not. */
const waitingOf = ({ saved }: NodeResult) => {
	const { waitTill, data } = JSON.parse(saved) as Saved;
	const { contextData, nodeExecutionStack } = data.executionData;
	if (waitTill === undefined) return undefined;
	const [kept] = Object.values(contextData);
	return {
		until: waitTill,
		question: JSON.parse(kept?.question ?? '{}') as object,
		asked: kept?.asked,
		input: nodeExecutionStack[0]?.data,
	};
};

const ask = async (parameters: INodeParameters = {}, options?: Partial<NodeRun>) => {
	const result = await stage.run(
		'task.sendAndWait',
		{ taskId: byId('10001'), message: 'May it go out?', ...parameters },
		options,
	);
	const received = stage.received().filter(({ request }) => request !== whoseKey);
	return { ...result, waiting: waitingOf(result), received };
};

/** The lines of a comment that hold an address. */
const linesWithLinks = (comment: string) =>
	comment.split('\n').filter((line) => line.includes('http'));

const bodyOf = (received: ReturnType<Stage['received']>) =>
	received.at(-1)?.body as { readonly comment: string };

describe('a question', () => {
	it('is posted first, and then waited for', async () => {
		const { task } = await stage.ask('GET', '/tasks/10001');
		const { error, waiting, received, output } = await ask(
			{},
			{ items: itemsOf({ decision: 'approve' }) },
		);
		expect(error).toBeUndefined();
		expect(received.map(({ request }) => request)).toEqual([
			'GET /tasks/10001',
			'POST /tasks/10001/comment',
		]);
		const { round } = waiting?.question as { round: string };
		const [link = ''] = linesWithLinks(bodyOf(received).comment);
		expect(new URL(link).searchParams.get('round')).toBe(round);
		const facts = {
			task_id: 10001,
			task_title: task?.task_title,
			task_url: task?.task_url,
			activity_log_id: expect.any(Number),
			current_step_id: task?.current_step_id,
			current_step_run_id: expect.any(String),
			workflow_state_id: task?.workflow_state_id,
		};
		// While it waits, the editor shows this to the nodes behind it.
		expect(output).toMatchObject([{ json: facts }]);
		const json = { data: null, decision: null, ...facts };
		expect(waiting).toEqual({
			until: expect.stringMatching(/^3000-01-01/),
			asked: facts,
			// An input that looks like an answer would pass on as one when the time limit ends.
			input: { main: [[{ json, pairedItem: { item: 0 } }]] },
			question: {
				round,
				facts,
				page: {
					task: {
						id: '10001',
						title: expect.any(String),
						url: expect.stringMatching(/10001$/),
						step: task?.current_step_name,
					},
					title: 'Your answer is needed',
					message: 'May it go out?',
					buttons: { approve: 'Approve', decline: 'Decline' },
				},
			},
		});
	});

	it('keeps no key and no link with the execution', async () => {
		const { saved, received } = await ask();
		const [link = 'no link'] = linesWithLinks(bodyOf(received).comment);
		expect(saved).not.toContain(new URL(link).searchParams.get('signature'));
		expect(saved).not.toContain(stage.sandbox.apiKeys.main);
	});

	it('has the title and the labels of the builder', async () => {
		const { waiting, received } = await ask({
			options: { title: 'Frage', disapproveLabel: 'Nein' },
			additionalFields: {
				addMarker: false,
				mentionUserIds: '',
				userEmail: 'yuki.tanaka@meridian.example',
			},
		});
		expect(bodyOf(received).comment).toMatch(
			/^May it go out\?\n\nAnswer on this page\. Anyone with this link can answer:\nhttp\S+$/,
		);
		expect(waiting?.question).toMatchObject({
			page: { title: 'Frage', buttons: { approve: 'Approve', decline: 'Nein' } },
		});
	});

	it('asks for a text, without buttons', async () => {
		const { waiting } = await ask({ taskId: byId('010001'), responseType: 'freeText' });
		expect(waiting?.question).toMatchObject({ facts: { task_id: 10001 } });
		expect(waiting?.question).not.toHaveProperty('page.buttons');
	});

	const long = 'Is the limitation of liability in clause 14 what we agreed with the other party?!';
	const link = 'Answer on this page. Anyone with this link can answer:\nLINK';
	it.each([
		['May it go out?', `May it go out? (sent-by-n8n)\n\n${link}`],
		[
			' May it go out? \r\n\r\nAs of today. ',
			`May it go out? (sent-by-n8n)\n\n${link}\n\nAs of today.`,
		],
		[long, `${long.slice(0, 79)}… (sent-by-n8n)\n\n${link}\n\n${long}`],
		[
			'Sign HTTPS://a.example?',
			`${link.replace('\n', ' (sent-by-n8n)\n')}\n\nSign HTTPS://a.example?`,
		],
	])('begins with its first line and the marker, then the link: %j', async (message, expected) => {
		const { received } = await ask({ message });
		const { comment } = bodyOf(received);
		expect(comment.replace(/http:\S+waiting\S+/, 'LINK')).toBe(expected);
		expect(comment.slice(0, 100)).toContain('(sent-by-n8n)');
	});
});

describe('a time limit', () => {
	const isoDate = 'must be an ISO 8601 date, for example 2026-01-31 or 2026-01-31T09:00:00Z';
	const limited = async (values: INodeParameters) => await ask({ limitWaitTime: true, ...values });

	it.each([
		[{ limitType: 'afterTimeInterval', resumeAmount: 90, resumeUnit: 'minutes' }, 90 * 60_000],
		[{ resumeAmount: 2, resumeUnit: 'days' }, 48 * 3_600_000],
		[{}, 48 * 3_600_000],
	])('%j is counted from the comment on', async (values, ms) => {
		const { waiting } = await limited(values);
		const left = Date.parse(waiting?.until ?? '') - Date.now();
		expect(left).toBeGreaterThan(ms - 60_000);
		expect(left).toBeLessThanOrEqual(ms);
	});

	it('that passes while the comment is posted is no error: the comment is there', async () => {
		const end = new Date(Date.now() + 60_000);
		const now = jest.spyOn(Date, 'now');
		const server = await serve((response, request) => {
			if (request.line === whoseKey)
				return sendJson(response, 200, operationNamed('organization.get').answer);
			if (request.line.startsWith('GET'))
				return sendJson(response, 200, { task: { task_id: 10001 } });
			now.mockReturnValue(end.getTime() + 1);
			sendJson(response, 200, { success: true, activity_log_id: 7, message: 'Posted' });
		});
		const values = { limitType: 'atSpecifiedTime', maxDateAndTime: end.toISOString() };
		const { error, waiting } = await ask(
			{ limitWaitTime: true, ...values },
			{ credentials: keyCredential(server.url, 'key_1') },
		).finally(() => now.mockRestore());
		expect(error).toBeUndefined();
		expect(waiting?.until).toBe(end.toISOString());
	});

	it.each([
		[{ resumeAmount: 0 }, '"Amount" must be a number between 1 and 36500, not 0'],
		[{ resumeAmount: 36_501 }, '"Amount" must be a number between 1 and 36500, not 36501'],
		[
			{ limitType: 'atSpecifiedTime', maxDateAndTime: 'tomorrow' },
			`"Date and Time" ${isoDate}, not tomorrow`,
		],
		[
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '2030-02-30T09:00' },
			'"Date and Time" must be a date that exists',
		],
		[
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00Z' },
			'"Date and Time" must be in the future, not 2020-01-01T00:00:00Z',
		],
	])('%j is refused before anything is sent', async (values, message) => {
		const { error, received, waiting } = await limited(values);
		expect(error?.message).toContain(message);
		expect(received).toEqual([]);
		expect(waiting).toBeUndefined();
	});
});

describe('nothing waits', () => {
	it.each<[string, Partial<NodeRun>, RegExp]>([
		[
			'of a tool',
			{ asTool: true },
			/^"Comment and Wait for Answer" cannot be a tool\b[^]*Nothing was sent\. To ask a person before a tool runs, add Contract Workflow as Human Review/,
		],
		[
			'of several items',
			{ items: itemsOf({}, {}) },
			/^"Comment and Wait for Answer" takes exactly one item, not 2\nNothing was sent\. The whole execution waits for the answer\. To ask about one item at a time, put a "Loop Over Items"/,
		],
	])('%s, and nothing is sent', async (_name, run, words) => {
		const { error, received, waiting } = await ask({}, run);
		expect(`${error?.message}\n${error?.description}`).toMatch(words);
		expect(received).toEqual([]);
		expect(waiting).toBeUndefined();
	});

	const onErrors = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;

	it.each(onErrors)('where the comment was refused, or nobody knows: %s', async (onError) => {
		const faults = [
			{ kind: 'error', status: 404, endpoint: 'commentOnTask' },
			{ kind: 'error', status: 500, endpoint: 'commentOnTask' },
			{ kind: 'reset', endpoint: 'commentOnTask', applied: true },
			{ kind: 'error', status: 404, endpoint: 'getTask' },
		] as const;
		for (const fault of faults) {
			stage.sandbox.addFault(fault);
			const { waiting, error, output, errorOutput } = await ask({}, { onError });
			expect([fault, waiting]).toStrictEqual([fault, undefined]);
			const failed = onError === 'continueErrorOutput' ? errorOutput : output;
			if (onError === undefined) expect(error?.message).toBeTruthy();
			else expect(failed).toMatchObject([{ json: { error: { message: expect.any(String) } } }]);
		}
	});
});
