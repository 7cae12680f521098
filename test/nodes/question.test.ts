import { describe, expect, it } from '@jest/globals';
import type { Answer, Page } from '../../nodes/ContractWorkflow/safeguards/question/answer';
import { answered, readAnswer } from '../../nodes/ContractWorkflow/safeguards/question/answer';

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
		...{ task_id: 42, current_step_id: 'legal', current_step_run_id: 'run_1' },
		...{ workflow_state_id: 'state_1', activity_log_id: 7 },
	};

	const outcomes: Array<[given: Answer, isReview: boolean, decision: object, reason: object]> = [
		[{ approved: true, text: 'As agreed' }, false, { decision: 'approve' }, {}],
		[{ approved: false, text: 'Too long' }, false, { decision: 'reject' }, {}],
		[{ approved: true, text: 'As agreed' }, true, { decision: 'approve' }, {}],
		[{ approved: false, text: 'No' }, true, { decision: 'reject' }, { chatInput: 'No' }],
		[{ approved: false }, true, { decision: 'reject' }, {}],
		[{ text: 'Friday' }, true, {}, {}],
	];

	it.each(outcomes)(
		'%j comes out with the question. For an agent (%j), a no has its reason',
		(answer, isReview, decision, reason) => {
			expect(answered(answer, facts, isReview)).toStrictEqual({
				data: { ...answer, ...reason, respondedAt: expect.stringMatching(/^20\d\d-.*T.*Z$/) },
				...facts,
				...decision,
			});
		},
	);
});
