import { describe, expect, it } from '@jest/globals';
import type { Answer, Page } from '../../../nodes/ContractWorkflow/question/answer';
import {
	isUnanswered,
	outputOf,
	readAnswer,
} from '../../../nodes/ContractWorkflow/question/answer';

const text: Page = { task: { id: '42', step: 'none' }, title: 'Title', message: 'May it go out?' };
const decision: Page = { ...text, buttons: { approve: 'Yes', decline: 'No' } };

describe('an answer', () => {
	it.each([
		[decision, { answer: 'approve' }, { approved: true }],
		[
			decision,
			{ answer: 'decline', text: ' Too long a term\r\n ', name: 'no field' },
			{ approved: false, text: 'Too long a term' },
		],
		[decision, { answer: 'approve', text: ' ' }, { approved: true }],
		[text, { answer: 'send', text: 'A\rB\r\n\r\nC\n' }, { text: 'A\nB\n\nC' }],
	])('%#: is read from the form', (page, form, answer) => {
		expect(readAnswer(form, page)).toStrictEqual(answer);
	});

	const press = { fault: 'Press one of the buttons to answer.' };
	const write = { fault: 'Write an answer.' };
	const shorten = { fault: 'The text is too long. Use at most 10000 characters.' };

	it.each([
		[decision, undefined, press],
		[decision, {}, press],
		[decision, { answer: 'APPROVE' }, press],
		[decision, { answer: ['approve'] }, press],
		[decision, { answer: ['approve', 'decline'] }, press],
		[decision, { answer: 'send' }, press],
		[decision, { answer: 'approve', text: 'x'.repeat(10_001) }, shorten],
		[text, { answer: 'approve', text: 'A' }, press],
		[text, { answer: 'send', text: ['A'] }, write],
		[text, { answer: 'send', text: ' \r\n\t' }, write],
	])('%#: is none where a button or a text is missing', (page, form, fault) => {
		expect(readAnswer(form, page)).toStrictEqual(fault);
	});

	const facts = {
		...{ task_id: 42, task_title: 'Supply', current_step_id: 'legal' },
		...{ current_step_run_id: 'run_1', workflow_state_id: 'state_1', activity_log_id: 7 },
	};
	const respondedAt = expect.stringMatching(/^20\d\d-.*T.*Z$/);
	const yes = { approved: true, text: 'As agreed' };
	const no = { approved: false, text: 'Too long' };

	const outcomes: Array<[page: Page, given: Answer | null, isReview: boolean, output: object]> = [
		[decision, yes, false, { data: { ...yes, respondedAt }, decision: 'approve' }],
		[decision, no, false, { data: { ...no, respondedAt }, decision: 'reject' }],
		[decision, yes, true, { data: { ...yes, respondedAt }, decision: 'approve' }],
		[decision, no, true, { data: { ...no, chatInput: no.text, respondedAt }, decision: 'reject' }],
		[decision, null, true, { data: null, decision: null }],
		[text, { text: 'Friday' }, true, { data: { text: 'Friday', respondedAt } }],
		[text, null, false, { data: null }],
	];

	it.each(outcomes)(
		'%#: is a column of the task that was asked about. For an agent, a no has its reason',
		(page, answer, isReview, output) => {
			const question = { round: 'round-1', page, facts };
			const json = outputOf(answer, question, isReview);
			expect(json).toStrictEqual({ ...output, ...facts });
			expect(Object.keys(json)[0]).toBe('task_id');
			expect(isUnanswered(json)).toBe(answer === null);
		},
	);

	it.each([
		[{ data: null }, false],
		[{ activity_log_id: 7 }, false],
		[{ activity_log_id: 7, data: 'null' }, true],
		[{ activity_log_id: 7, data: ' ' }, true],
		[{ activity_log_id: 7, data: 'Yes' }, false],
	])('%j of a table: none is %s', (item, expected) => {
		expect(isUnanswered(item)).toBe(expected);
	});
});
