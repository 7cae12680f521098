import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Page } from '../../../nodes/ContractWorkflow/question/answer';
import {
	answeredPage,
	headers,
	questionPage,
	recordedPage,
} from '../../../nodes/ContractWorkflow/question/page';

const decision: Page = {
	task: {
		id: '42',
		title: 'Supply agreement',
		url: 'https://app.example/workflows/tasks/42',
		step: 'Legal review',
	},
	title: 'Send the contract?',
	message: 'May it go out?',
	buttons: { approve: 'Yes', decline: 'No' },
};

/** A question for a text, about a task without title and link. */
const textAnswer: Page = {
	task: { id: '42', step: 'none' },
	title: 'Send the contract?',
	message: 'May it go out?',
};

const taskLines = `<p class="task"><a href="https://app.example/workflows/tasks/42" rel="noreferrer noopener">Task 42: Supply agreement</a></p>
<p class="task">Step when this was asked: Legal review</p>`;

/** The page of a question, with what its form asks for, and the sentence about a fault. */
const asking = (fields: string, { task = taskLines, fault = '' } = {}) => `${task}
<h1 id="title">Send the contract?</h1>
<p class="message">May it go out?</p>
${fault}<form method="post" accept-charset="utf-8" aria-labelledby="title">
${fields}
</form>
<p class="note">Your answer goes to the workflow that asked. It decides nothing in the service by itself. Anyone with this link can answer. Share it only with people who are allowed to decide.</p>`;

describe('a page', () => {
	it.each([
		[
			'asks for a decision and an optional reason',
			() => questionPage(decision),
			'Send the contract? (task 42)',
			asking(`<label for="text">Reason (optional)</label>
<textarea id="text" name="text" rows="5" maxlength="10000"></textarea>
<div class="buttons">
<button name="answer" value="approve" class="main">Yes</button>
<button name="answer" value="decline">No</button>
</div>`),
		],
		[
			'asks for a text again',
			() => questionPage(textAnswer, { fault: 'Write it <again>.' }),
			'Send the contract? (task 42)',
			asking(
				`<label for="text">Your answer</label>
<textarea id="text" name="text" rows="5" maxlength="10000" required></textarea>
<div class="buttons">
<button name="answer" value="send" class="main">Send</button>
</div>`,
				{
					task: '<p class="task">Task 42</p>\n<p class="task">Step when this was asked: none</p>',
					fault: '<p class="fault" role="alert">Write it &lt;again&gt;.</p>\n',
				},
			),
		],
		[
			'says that a yes was recorded',
			() => recordedPage(decision, { approved: true }),
			'Your answer was recorded (task 42)',
			`${taskLines}
<h1 id="title">Your answer was recorded</h1>
<p class="message"><strong>Yes</strong></p>
<p class="message">You can close this page now.</p>`,
		],
	])('%s', (_, show, title, content) => {
		const html = show();
		expect(html).toContain(`\n<title>${title}</title>\n`);
		expect(/<main>\n(.*)\n<\/main>/s.exec(html)?.[1]).toBe(content);
	});

	it('links to the task on the web only', () => {
		const at = (url: string) =>
			questionPage({ ...decision, task: { id: '42', url, step: 'none' } });
		expect(at('http://app.example/a?b=1&c="')).toContain(
			'<a href="http://app.example/a?b=1&amp;c=&quot;"',
		);
		expect(at('HTTPS://APP.EXAMPLE')).toContain('<a href="HTTPS://APP.EXAMPLE"');
		for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', ' https://x']) {
			expect(at(url)).not.toContain('href');
		}
	});

	const hostile = `</textarea></title></style>"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;`;
	const escaped =
		'&lt;/textarea&gt;&lt;/title&gt;&lt;/style&gt;&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&amp;lt;';

	/** A page in which every text is hostile. */
	const page: Page = {
		task: { id: hostile, title: hostile, url: `https://x/${hostile}`, step: hostile },
		title: hostile,
		message: hostile,
		buttons: { approve: hostile, decline: hostile },
	};

	it.each([
		['question', () => questionPage(page)],
		['with a fault', () => questionPage(page, { fault: hostile })],
		['recorded', () => recordedPage(page, { approved: false })],
		['answered', () => answeredPage(page)],
	])('%s: shows hostile texts as text', (_, show) => {
		const html = show();
		expect(html).toContain(escaped);
		expect(html).not.toContain(hostile);
		expect(html).not.toMatch(/<script|<img|"'>|<\/textarea><\/title>/);
		const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
		const hash = createHash('sha256').update(style).digest('base64');
		expect(headers['Content-Security-Policy']).toContain(`style-src 'sha256-${hash}'`);
		expect(html).toContain(`style-src &#39;sha256-${hash}&#39;`);
	});
});
