import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createHeaderRules } from '../../check/rules/headers';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import type { Alteration, Altered, Parsed } from './alteringTransport';
import type { Lie } from './lies';
import { checkAltered, expectFound, named } from './lies';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ rateLimit: 100_000, documents: 110 });
});
afterAll(() => sandbox.stop());

const any = /./;
const list = /^\/tasks\/list$/;
const oneTask = /^\/tasks\/\d+$/;
const search = /^\/core\/documents\/search$/;

const header =
	(name: string, value: (text: string, answer: Altered) => string): Alteration['alter'] =>
	(answer) => {
		const text = answer.headers.get(name);
		if (text !== null) answer.headers.set(name, value(text, answer));
	};

const seconds = (answer: Altered): number =>
	Math.floor(Date.parse(answer.headers.get('date') ?? '') / 1000);

const listCount = 'POST /tasks/list: total_count';
const reset = 'any endpoint: header x-ratelimit-reset';
const remaining = 'any endpoint: header x-ratelimit-remaining';

let firstPage: Parsed[] = [];
const pages: Record<string, Parsed[]> = {};

const lies: readonly Lie[] = [
	[
		'a reset in milliseconds',
		'GET',
		any,
		header('x-ratelimit-reset', (text) => `${text}000`),
		reset,
		'a time in milliseconds',
	],
	[
		'a reset in seconds to go',
		'POST',
		any,
		header('x-ratelimit-reset', (text, answer) => String(Number(text) - seconds(answer))),
		reset,
		'a number of seconds to go',
	],
	[
		'a reset that was an hour ago',
		'GET',
		any,
		header('x-ratelimit-reset', (text) => String(Number(text) - 3600)),
		reset,
		'a time before the answer',
	],
	[
		'a reset in an hour',
		'GET',
		any,
		header('x-ratelimit-reset', (text) => String(Number(text) + 3600)),
		reset,
		'a time more than a minute ahead',
	],
	[
		'a remaining number that is the number used',
		'POST',
		list,
		header('x-ratelimit-remaining', (text) => String(100_000 - Number(text))),
		remaining,
		'a number that grows in the window',
	],
	[
		'a remaining number that never changes',
		'POST',
		any,
		(answer) => answer.headers.set('x-ratelimit-remaining', '50'),
		remaining,
		'a number that stays the same',
	],
	[
		'more requests left than there are',
		'GET',
		oneTask,
		header('x-ratelimit-limit', () => '10'),
		remaining,
		'more than the limit',
	],
	[
		'no rate limit on the answers to a token',
		'GET',
		/^\/v2\/users\/org-info$/,
		(answer) => answer.headers.delete('x-ratelimit-reset'),
		reset,
		'nothing',
	],
	[
		'a page of HTML by its header',
		'GET',
		/^\/core\/org-fields$/,
		header('content-type', () => 'text/html; charset=utf-8'),
		'any endpoint: header content-type',
		'"text/html" of GET /core/org-fields',
	],
	[
		'a total that shrinks by the offset',
		'POST',
		list,
		({ body }, _path, { offset = 0 }) => {
			if (body.tasks) body.total_count -= offset;
		},
		listCount,
		'a number that shrinks by the offset',
	],
	[
		'a total that is the size of the page',
		'POST',
		list,
		({ body }) => {
			if (body.tasks) body.total_count = body.tasks.length;
		},
		listCount,
		'a number that shrinks by the offset',
	],
	[
		'an offset of tasks that does nothing',
		'POST',
		list,
		({ body }, _path, { offset = 0, limit, include_inactive }) => {
			if (!body.tasks) return;
			if (offset > 0 && limit === 200) body.tasks = pages[String(include_inactive)];
			else if (limit === 200) pages[String(include_inactive)] = body.tasks;
		},
		'POST /tasks/list: tasks',
		'rows of an earlier page again',
	],
	[
		'an offset that does nothing',
		'POST',
		search,
		({ body }, _path, { offset = 0, limit }) => {
			if (body.documents && offset > 0 && limit === 200) body.documents = firstPage;
			else if (body.documents && limit === 200) firstPage = body.documents;
		},
		'POST /core/documents/search: documents',
		'rows of an earlier page again',
	],
	[
		'a limit that does nothing',
		'POST',
		list,
		({ body }, _path, { limit, status }) => {
			const [task] = body.tasks ?? [];
			if (status === 'pending' && limit === 5) body.tasks = Array(9).fill(task);
		},
		'POST /tasks/list: tasks',
		'9 for limit 5',
	],
	[
		'a cursor that is a number in a text',
		'POST',
		search,
		({ body }) => {
			if (body.has_next === false) body.next_cursor = '1767225600';
		},
		'POST /core/documents/search: next_cursor',
		'text of another shape',
	],
];

it.each(lies)('finds %s', async (...lie) => await expectFound(sandbox, lie));

it('finds a total that shrinks by the offset in a list that is too long to be read', async () => {
	const alter: Alteration['alter'] = ({ body }, _path, { offset = 0 }) => {
		if (body.tasks) body.total_count -= offset;
	};
	const result = await checkAltered(sandbox, [{ method: 'POST', path: list, alter }], {
		mostRows: 30,
	});
	expect(named(result)).toEqual({ differences: [listCount], remarks: [], untold: [] });
	const honest = await checkAltered(sandbox, [], { mostRows: 30 });
	expect(named(honest).differences).toEqual([]);
});

const date = 'Mon, 05 Jan 2026 09:00:00 GMT';
const now = Date.parse(date) / 1000;

const answer = (headers: Readonly<Record<string, string>>, status = 200, body: unknown = {}) => ({
	status,
	body,
	headers: {
		date,
		'content-type': 'application/json',
		'x-ratelimit-limit': '60',
		'x-ratelimit-remaining': '59',
		'x-ratelimit-reset': String(now + 60),
		...headers,
	},
});

const accepted = { isAccepted: true };

it.each([
	['JSON of a kind', [answer({ 'content-type': 'application/problem+json; charset=utf-8' })]],
	['a clock that is three seconds off', [answer({ 'x-ratelimit-reset': String(now + 63) })]],
	['a window that just ended', [answer({ 'x-ratelimit-reset': String(now - 2) })]],
	['no date', [answer({ date: '', 'x-ratelimit-reset': String(now + 4000) })]],
	['a page of a gateway', [answer({ 'content-type': 'text/html' }, 502)]],
	[
		'a new window',
		[
			answer({ 'x-ratelimit-remaining': '0' }),
			answer({ 'x-ratelimit-remaining': '59', 'x-ratelimit-reset': String(now + 120 - 58) }),
		],
	],
	['refused requests that do not count', Array.from({ length: 30 }, () => answer({}, 422))],
	[
		'a limit that is used up',
		Array.from({ length: 30 }, () => answer({ 'x-ratelimit-remaining': '0' })),
	],
	['a refusal', [answer({ 'retry-after': '60' }, 429, { detail: 'Rate limit exceeded' })]],
])('says nothing of the headers of %s', (_name, answers) => {
	const rules = createHeaderRules(accepted);
	expect(answers.flatMap((one) => rules(one))).toEqual([]);
});

it('finds a refusal that does not say how long to wait, or not in seconds', () => {
	const rules = createHeaderRules(accepted);
	const refused = (after: Record<string, string>, detail: string) =>
		rules(answer(after, 429, { detail })).map(({ place, came }) => [place, came]);
	const place = 'header retry-after of a 429';
	expect(refused({}, 'Rate limit exceeded')).toEqual([[place, 'nothing']]);
	expect(refused({ 'retry-after': '30000' }, 'Rate limit exceeded')).toEqual([[place, '"30000"']]);
	expect(refused({ 'retry-after': '3' }, 'Slow down')).toEqual([
		['detail of a 429', '"Slow down"'],
	]);
});
