import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Page } from '../../nodes/ContractWorkflow/asked';
import type { Answer } from '../../nodes/ContractWorkflow/safeguards/question/answer';
import { answered, readAnswer } from '../../nodes/ContractWorkflow/safeguards/question/answer';
import { claimAnswer } from '../../nodes/ContractWorkflow/safeguards/question/claims';

const decision: Page = {
	task: { id: '42' },
	title: 'Title',
	message: 'May it go out?',
	answer: { kind: 'decision', approve: 'Yes', decline: 'No' },
	asksForName: false,
};

describe('an answer', () => {
	const text: Page = {
		...decision,
		textLabel: 'Answer',
		asksForName: true,
		answer: { kind: 'text' },
	};
	const approveOnly: Page = { ...decision, answer: { kind: 'decision', approve: 'Yes' } };

	it.each([
		[decision, { answer: 'approve' }, { approved: true }],
		[decision, { answer: 'decline', text: 'no field', name: 'no field' }, { approved: false }],
		[
			{ ...decision, textLabel: 'Reason' },
			{ answer: 'decline', text: ' Too long a term\r\n ' },
			{ approved: false, text: 'Too long a term' },
		],
		[{ ...decision, textLabel: 'Reason' }, { answer: 'approve', text: ' ' }, { approved: true }],
		[
			text,
			{ answer: 'send', text: 'A\r\nB', name: ' Ada ' },
			{ text: 'A\nB', claimed_name: 'Ada' },
		],
		[
			text,
			{ answer: 'send', text: 'A\rB\r\n\r\nC\n', name: 'x'.repeat(200) },
			{ text: 'A\nB\n\nC', claimed_name: 'x'.repeat(200) },
		],
		[
			text,
			{ answer: 'send', text: 'x'.repeat(10_000), name: 'Ada' },
			{ text: 'x'.repeat(10_000), claimed_name: 'Ada' },
		],
		// What the page has no field for is not read, however long it is.
		[
			decision,
			{ answer: 'approve', text: 'x'.repeat(10_001), name: 'x'.repeat(201) },
			{ approved: true },
		],
	])('%#: is read from the form', (page, form, answer) => {
		expect(readAnswer(form, page)).toStrictEqual(answer);
	});

	const press = { fault: 'Press one of the buttons to answer.' };
	const write = { fault: 'Write an answer.', field: 'text' };
	const shorten = (field: string, most: number) => ({
		fault: `The ${field} is too long. Use at most ${most} characters.`,
		field,
	});

	it.each([
		[decision, undefined, press],
		[decision, [], press],
		[decision, 'approve', press],
		[decision, {}, press],
		[decision, { answer: 'APPROVE' }, press],
		[decision, { answer: ['approve'] }, press],
		[decision, { answer: ['approve', 'decline'] }, press],
		[decision, { answer: true }, press],
		[decision, { approved: 'true' }, press],
		[decision, { answer: 'send' }, press],
		[approveOnly, { answer: 'decline' }, press],
		[text, { answer: 'approve', text: 'A', name: 'B' }, press],
		[text, { answer: 'send', text: ['A'], name: 'B' }, write],
		[text, { answer: 'send', text: ' \r\n\t', name: 'B' }, write],
		[text, { answer: 'send', text: 'x'.repeat(10_001), name: 'B' }, shorten('text', 10_000)],
		[text, { answer: 'send', text: 'A', name: ' ' }, { fault: 'Enter a name.', field: 'name' }],
		[text, { answer: 'send', text: 'A', name: 'x'.repeat(201) }, shorten('name', 200)],
	])('%#: is none where a button, a text or a name is missing', (page, form, fault) => {
		expect(readAnswer(form, page)).toStrictEqual({ ...fault, entered: expect.any(Object) });
	});

	it('that is none comes with what was entered, to be corrected', () => {
		const form = { answer: 'approve', text: ' A\r\nB ', name: ' Ada ' };
		expect(readAnswer(form, text)).toMatchObject({ entered: { text: 'A\nB', name: 'Ada' } });
		expect(readAnswer('A', text)).toMatchObject({ entered: { text: '', name: '' } });
	});

	const facts = {
		...{ task_id: 42, current_step_id: 'legal', current_step_run_id: 'run_1' },
		...{ workflow_state_id: 'state_1', activity_log_id: 7 },
	};

	const outcomes: Array<[given: Answer, isReview: boolean, decision: object, reason: object]> = [
		[{ approved: true, text: 'As agreed' }, false, { decision: 'approve' }, {}],
		[{ approved: false, text: 'Too long' }, false, { decision: 'reject' }, {}],
		[{ approved: true, text: 'As agreed' }, true, { decision: 'approve' }, {}],
		[{ approved: false, text: 'No' }, true, { decision: 'reject' }, { chatInput: 'No' }],
		[{ approved: false }, true, { decision: 'reject' }, {}],
		[{ text: 'Friday', claimed_name: 'Ada' }, true, {}, {}],
	];

	it.each(outcomes)(
		'%j comes out with the question. For an agent (%j), a no has its reason',
		(answer, isReview, decision, reason) => {
			expect(answered(answer, { facts, isReview })).toStrictEqual({
				data: { ...answer, ...reason, respondedAt: expect.stringMatching(/^20\d\d-.*T.*Z$/) },
				...facts,
				...decision,
			});
		},
	);
});

describe('answers that come at once', () => {
	/** n8n's response object, which ends when the test says so. */
	const sending = (statusCode: number, headersSent = true) => {
		let close = () => {};
		return {
			statusCode,
			headersSent,
			once: (event: string, listener: () => void) => {
				if (event === 'close') close = listener;
			},
			close: () => close(),
		};
	};

	it('are one, and the others learn whether it was theirs', async () => {
		const first = sending(200);
		const round = randomUUID();
		expect(await claimAnswer(round, 'yes', first)).toBe('first');
		const others = Promise.all([
			claimAnswer(round, 'yes', sending(200)),
			claimAnswer(round, 'no', sending(200)),
		]);
		first.close();
		expect(await others).toEqual(['same', 'other']);
		expect(await claimAnswer(randomUUID(), 'no', sending(200))).toBe('first');
	});

	it.each([
		['n8n could not take', 500, true],
		['n8n sent elsewhere', 300, true],
		['n8n only began to answer', 199, true],
		['nobody waited to see the end of', 200, false],
	])('make room for the next where %s the first', async (_, status, headersSent) => {
		const round = randomUUID();
		const first = sending(status, headersSent);
		expect(await claimAnswer(round, 'yes', first)).toBe('first');
		const second = claimAnswer(round, 'no', sending(200));
		first.close();
		expect(await second).toBe('first');
	});

	it('are known as long as one is under way, and the last 500 of those that are not', async () => {
		const first = sending(200);
		const round = randomUUID();
		await claimAnswer(round, 'yes', first);
		const others = Array.from({ length: 600 }, () => randomUUID());
		for (const other of others) {
			const response = sending(200);
			expect(await claimAnswer(other, 'yes', response)).toBe('first');
			response.close();
		}
		expect(await claimAnswer(others.at(-1) ?? '', 'yes', sending(200))).toBe('same');
		expect(await claimAnswer(others.at(0) ?? '', 'yes', sending(200))).toBe('first');
		const second = claimAnswer(round, 'yes', sending(200));
		first.close();
		expect(await second).toBe('same');
	});
});
