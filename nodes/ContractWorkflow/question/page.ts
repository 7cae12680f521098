import { createHash } from 'node:crypto';
import type { Answer, Fault, Page } from './answer';
import { longestText } from './answer';

/** The style of the page: light and dark, from a width of 320 pixels, with large touch targets. */
const style = `
:root{color-scheme:light dark;--text:#1b1f24;--soft:#545b66;--ground:#f4f5f7;--sheet:#fff;--line:#7b828d;--main:#1a5fb4;--on-main:#fff;--fault:#a51d2d}
@media (prefers-color-scheme:dark){:root{--text:#eceef1;--soft:#b4bac4;--ground:#16181c;--sheet:#212429;--line:#858c98;--main:#8ebcf5;--on-main:#10243d;--fault:#ff9c9c}}
*{box-sizing:border-box}
body{margin:0;padding:1rem;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:38rem;margin:0 auto;padding:1.25rem;background:var(--sheet);border-radius:.5rem}
h1{margin:.25rem 0 1rem;font-size:1.5rem;line-height:1.25}
a{color:var(--main)}
.task,.note{color:var(--soft);margin:0}
.message{margin:0 0 1.5rem;white-space:pre-wrap}
label{display:block;margin-top:1rem;font-weight:600}
textarea{resize:vertical;display:block;width:100%;margin-top:.25rem;padding:.6rem;border:1px solid var(--line);border-radius:.35rem;background:var(--sheet);color:var(--text);font:inherit}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0}
button{min-height:2.75rem;min-width:7rem;max-width:100%;padding:.5rem 1.25rem;border:2px solid var(--main);border-radius:.35rem;background:var(--sheet);color:var(--main);font:inherit;font-weight:600;white-space:normal;overflow-wrap:anywhere;cursor:pointer}
button.main{background:var(--main);color:var(--on-main)}
:focus-visible{outline:3px solid var(--main);outline-offset:3px}
.fault{margin:1rem 0;padding:.75rem;border-left:.3rem solid var(--fault);color:var(--fault);font-weight:600}
.note{border-top:1px solid var(--line);padding-top:1rem;font-size:.9rem}
`;

const hash = createHash('sha256').update(style).digest('base64');

/**
 * What a page may do: show its own style, and send its own form. The page contains the policy as
 * well, because n8n sets the header of the page after an answer.
 */
const limits = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'`;

/** The headers of every page: no scripts, no frames, no caching, no referrer. */
export const headers: Readonly<Record<string, string>> = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `sandbox allow-forms; ${limits}; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'X-Robots-Tag': 'noindex, nofollow',
};

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** HTML in which all foreign text is escaped. */
interface Html {
	readonly html: string;
}

const piece = (value: Html | string | number | undefined): string => {
	if (value === undefined) return '';
	if (typeof value === 'object') return value.html;
	return String(value).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
};

/**
 * HTML from a template, unchanged including white space. Values are escaped as text, between tags
 * and in quoted attributes, unless they are HTML.
 */
const markup = (
	texts: TemplateStringsArray,
	...values: ReadonlyArray<Html | string | number | undefined>
): Html => ({
	// No value is before the first text.
	html: texts.map((text, index) => piece(values[index - 1]) + text).join(''),
});

/** Text that is already HTML, such as our own style sheet. */
const trusted = (text: string): Html => ({ html: text });

const nothing = markup``;

/** A link of the service becomes a link on the page only if it is an http or https URL. */
const isOfWeb = (url: string): boolean => /^https?:\/\//i.test(url);

const taskLines = ({ task: { id, title, url, step } }: Page): Html => {
	const name = title === undefined ? `Task ${id}` : `Task ${id}: ${title}`;
	const content =
		url !== undefined && isOfWeb(url)
			? markup`<a href="${url}" rel="noreferrer noopener">${name}</a>`
			: markup`${name}`;
	return markup`<p class="task">${content}</p>
<p class="task">Step when this was asked: ${step}</p>
`;
};

/** @param page of the question, unless the page must not show it */
const whole = (title: string, page: Page | undefined, content: Html): string =>
	markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${limits}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${page ? `${title} (task ${page.task.id})` : title}</title>
<style>${trusted(style)}</style>
</head>
<body>
<main>
${page ? taskLines(page) : nothing}<h1 id="title">${title}</h1>
${content}
</main>
</body>
</html>
`.html;

const required = trusted(' required');

const faultOf = (fault: Fault | undefined): Html =>
	fault ? markup`<p class="fault" role="alert">${fault.fault}</p>\n` : nothing;

const buttonsOf = ({ buttons }: Page): Html =>
	buttons
		? markup`<button name="answer" value="approve" class="main">${buttons.approve}</button>
<button name="answer" value="decline">${buttons.decline}</button>`
		: markup`<button name="answer" value="send" class="main">Send</button>`;

/**
 * The page of a question. It has no one-line field, in which Enter would press the first button. So
 * a browser sends a fault only without a text, which then need not be kept.
 */
export const questionPage = (page: Page, fault?: Fault): string => {
	const { buttons, message, title } = page;
	return whole(
		title,
		page,
		markup`<p class="message">${message}</p>
${faultOf(fault)}<form method="post" accept-charset="utf-8" aria-labelledby="title">
<label for="text">${buttons ? 'Reason (optional)' : 'Your answer'}</label>
<textarea id="text" name="text" rows="5" maxlength="${longestText}"${buttons ? nothing : required}></textarea>
<div class="buttons">
${buttonsOf(page)}
</div>
</form>
<p class="note">Your answer goes to the workflow that asked. It decides nothing in the service by itself. Anyone with this link can answer. Share it only with people who are allowed to decide.</p>`,
	);
};

/** A page without a form. */
const notice = (title: string, text: string, page?: Page, chosen?: string): string => {
	const choice =
		chosen === undefined ? nothing : markup`<p class="message"><strong>${chosen}</strong></p>\n`;
	return whole(title, page, markup`${choice}<p class="message">${text}</p>`);
};

/** The page after the answer. */
export const recordedPage = (page: Page, { approved }: Answer): string =>
	notice(
		'Your answer was recorded',
		'You can close this page now.',
		page,
		approved === true ? page.buttons?.approve : page.buttons?.decline,
	);

/** The page of an answer that came after another one. */
export const answeredPage = (page: Page): string =>
	notice(
		'Already answered',
		'This question already has a different answer. Your answer was not recorded.',
		page,
	);

/** The page of a link whose question no longer waits. It shows nothing about a newer question. */
export const closedPage: string = notice(
	'This question is closed',
	'It was answered, its time limit passed, or the workflow continued with a different question. Nothing was recorded.',
);

/** The page if the question, or an answer to it, could not be read. */
export const failedPage: string = notice(
	'This question cannot be shown',
	'Something failed in n8n. No answer was recorded, and the workflow is still waiting. The n8n log shows the reason.',
);
