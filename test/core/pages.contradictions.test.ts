import { expect, it } from '@jest/globals';
import type { Paging } from '../../src';
import { InvalidResponse, checkPage } from '../../src';
import { contradictionIn } from '../../src/paging/contradictions';

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const counted: Paging = { rows: 'rows', id: 'id', maxLimit: 200, total: 'total' };
const flagged: Paging = { rows: 'rows', id: 'id', maxLimit: 200, more: 'more' };

it.each<[string, Paging, object, object | undefined]>([
	['the last rows of the total', counted, { rows: rows(50), total: 250 }, undefined],
	['no row behind the total', counted, { rows: [], total: 3 }, undefined],
	['a total that is large', counted, { rows: rows(200), total: 1e12 }, undefined],
	['more rows, and a flag', flagged, { rows: rows(200), more: true }, undefined],
	[
		'more rows than asked for',
		flagged,
		{ rows: rows(205), more: true },
		{ kind: 'tooManyRows', asked: 200, given: 205 },
	],
	[
		'rows behind the total',
		counted,
		{ rows: rows(51), total: 250 },
		{ kind: 'beyondTotal', field: 'total', total: 250, reached: 251 },
	],
	...[0.5, -1, '250', null, 1e300].map((total): [string, Paging, object, object] => [
		`a total of ${JSON.stringify(total)}`,
		counted,
		{ rows: rows(1), total },
		{ kind: 'noCount', field: 'total', value: JSON.stringify(total) },
	]),
	['no total', counted, { rows: [] }, { kind: 'noCount', field: 'total', value: 'nothing' }],
	...['true', 1, null].map((more): [string, Paging, object, object] => [
		`a flag of ${JSON.stringify(more)}`,
		flagged,
		{ rows: rows(1), more },
		{ kind: 'noFlag', field: 'more', value: JSON.stringify(more) },
	]),
	...[
		['x'.repeat(12), `"${'x'.repeat(12)}"`],
		['x'.repeat(13), 'a text'],
		[['x'], 'a list'],
		[{ x: 1 }, 'an object'],
	].map(([more, value]): [string, Paging, object, object] => [
		`a flag that is ${JSON.stringify(more)}`,
		flagged,
		{ rows: [], more },
		{ kind: 'noFlag', field: 'more', value },
	]),
	['no flag', flagged, { rows: [] }, { kind: 'noFlag', field: 'more', value: 'nothing' }],
])('%s', (_name, page, answer, fault) => {
	expect(contradictionIn(page, { offset: 200, limit: 200 }, { ...answer })).toEqual(fault);
});

it('is thrown', () => {
	const answer = { rows: rows(2), total: 2 };
	expect(() => checkPage(counted, { offset: 0, limit: 2 }, answer)).not.toThrow();
	expect(() => checkPage(counted, { offset: 1, limit: 2 }, answer)).toThrow(
		new InvalidResponse({ kind: 'beyondTotal', field: 'total', total: 2, reached: 3 }),
	);
});
