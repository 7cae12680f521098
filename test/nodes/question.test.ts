import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Page } from '../../nodes/ContractWorkflow/asked';
import { readAnswer } from '../../nodes/ContractWorkflow/safeguards/question/answer';
import { claimAnswer } from '../../nodes/ContractWorkflow/safeguards/question/claims';
import {
	answeredPage,
	closedPage,
	questionPage,
	recordedPage,
} from '../../nodes/ContractWorkflow/safeguards/question/page';
import { headers } from '../../nodes/ContractWorkflow/safeguards/question/style';

const decision: Page = {
	task: { id: '42', title: 'Supply agreement', url: 'https://app.example/workflows/tasks/42' },
	title: 'Title',
	message: 'May it go out?',
	answer: { kind: 'decision', approve: 'Yes', decline: 'No' },
	asksForName: false,
};

const hostile = `</textarea></title></style>"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;`;
const escaped =
	'&lt;/textarea&gt;&lt;/title&gt;&lt;/style&gt;&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&amp;lt;';

/** A page in which every text is hostile. */
const hostilePage = (answer: Page['answer']): Page => ({
	task: { id: hostile, title: hostile, url: `https://x/${hostile}` },
	title: hostile,
	message: hostile,
	textLabel: hostile,
	asksForName: true,
	answer,
});

describe('a page', () => {
	const page = hostilePage({ kind: 'decision', approve: hostile, decline: hostile });
	const entered = { text: hostile, name: hostile };
	const pages = {
		question: questionPage(page),
		'with a fault': questionPage(page, { fault: hostile, field: 'text', entered }),
		'of a text': questionPage(hostilePage({ kind: 'text' })),
		recorded: recordedPage(page, { approved: false }),
		answered: answeredPage(page),
	};

	it.each(Object.entries(pages))('%s: shows hostile texts as text', (_, html) => {
		expect(html).toContain(escaped);
		expect(html).not.toContain(hostile);
		expect(html).not.toMatch(/<script|<img|"'>|<\/textarea><\/title>/);
		const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
		const hash = createHash('sha256').update(style).digest('base64');
		expect(headers['Content-Security-Policy']).toContain(`style-src 'sha256-${hash}'`);
		expect(html).toContain(`style-src &#39;sha256-${hash}&#39;`);
	});

	it('links to the task on the web only', () => {
		const at = (url: string) => questionPage({ ...decision, task: { id: '42', url } });
		expect(at('https://app.example/a?b=1&c="')).toContain(
			'<a href="https://app.example/a?b=1&amp;c=&quot;"',
		);
		for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', ' https://x']) {
			expect(at(url)).not.toContain('href');
		}
	});

	it('shows the step at which the task was asked about, if it was read', () => {
		const step = 'Legal <b>Approval</b>';
		expect(questionPage({ ...decision, task: { id: '42', step } })).toContain(
			'Step when this was asked: Legal &lt;b&gt;Approval&lt;/b&gt;</p>',
		);
		expect(questionPage(decision)).not.toContain('Step when');
	});

	it('has a button that a press of Enter finds first, and that does nothing', () => {
		const [first] = /<button[^>]*>/.exec(questionPage(decision)) ?? [];
		expect(first).toBe('<button disabled hidden>');
	});

	it('tells nothing of the question that waits when it is closed', () => {
		expect(closedPage()).not.toMatch(/<a |<form|Task/);
	});
});

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
	])('%#: is read from the form', (page, form, answer) => {
		expect(readAnswer(form, page)).toEqual(answer);
	});

	it.each([
		[decision, undefined],
		[decision, []],
		[decision, 'approve'],
		[decision, {}],
		[decision, { answer: 'APPROVE' }],
		[decision, { answer: ['approve'] }],
		[decision, { answer: ['approve', 'decline'] }],
		[decision, { answer: true }],
		[decision, { approved: 'true' }],
		[decision, { answer: 'send' }],
		[approveOnly, { answer: 'decline' }],
		[text, { answer: 'approve', text: 'A', name: 'B' }],
		[text, { answer: 'send', text: ['A'], name: 'B' }],
		[text, { answer: 'send', text: ' \r\n\t', name: 'B' }],
		[text, { answer: 'send', text: 'x'.repeat(10_001), name: 'B' }],
		[text, { answer: 'send', text: 'A', name: ' ' }],
		[text, { answer: 'send', text: 'A', name: 'x'.repeat(201) }],
	])('%#: is none where a button, a text or a name is missing', (page, form) => {
		expect(readAnswer(form, page)).toMatchObject({ fault: expect.stringMatching(/\.$/) });
	});
});

describe('answers that come at once', () => {
	/** n8n's response object, which ends when the test says so. */
	const sending = (statusCode: number, headersSent = true) => {
		let close = () => {};
		return {
			statusCode,
			headersSent,
			once: (_event: 'close', listener: () => void) => (close = listener),
			close: () => close(),
		};
	};

	it('are one, and the others learn whether it was theirs', async () => {
		const first = sending(200);
		expect(await claimAnswer('a', 'yes', first)).toBe('first');
		const others = Promise.all([
			claimAnswer('a', 'yes', sending(200)),
			claimAnswer('a', 'no', sending(200)),
		]);
		first.close();
		expect(await others).toEqual(['same', 'other']);
		expect(await claimAnswer('b', 'no', sending(200))).toBe('first');
	});

	it.each([
		['n8n could not take', 500, true],
		['nobody waited to see the end of', 200, false],
	])('make room for the next where %s the first', async (_, status, headersSent) => {
		const round = `room ${status}`;
		const first = sending(status, headersSent);
		expect(await claimAnswer(round, 'yes', first)).toBe('first');
		const second = claimAnswer(round, 'no', sending(200));
		first.close();
		expect(await second).toBe('first');
	});
});
