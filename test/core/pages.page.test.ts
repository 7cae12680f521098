import { expect, it } from '@jest/globals';
import type { Paging } from '../../src';
import { pageIn } from '../../src/pages/reading';

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const counted: Paging = { rows: 'rows', id: 'id', maxLimit: 200, total: 'total' };
const flagged: Paging = { rows: 'rows', id: 'id', maxLimit: 200, more: 'more' };
const noCount = {
	fault: 'The service did not report a valid number of rows',
	details: '"total" is not a whole number of 0 or more.',
};
const noFlag = {
	fault: 'The service did not report if there are more rows',
	details: '"more" is not true or false.',
};
const tooMany = {
	fault: 'The service returned more rows than requested',
	details: 'The page has 3 rows, and the limit was 2.',
};

it.each<[string, Paging, object, object | undefined]>([
	['a count of none', counted, { rows: [], total: 0 }, undefined],
	['a count that is large', counted, { rows: rows(2), total: 1e12 }, undefined],
	['a flag', flagged, { rows: rows(2), more: true }, undefined],
	['more rows than asked for', flagged, { rows: rows(3), more: true }, tooMany],
	['a fraction', counted, { rows: [], total: 0.5 }, noCount],
	['a count below none', counted, { rows: [], total: -1 }, noCount],
	['a count in text', counted, { rows: [], total: '250' }, noCount],
	['a count of null', counted, { rows: [], total: null }, noCount],
	['no count', counted, { rows: [] }, noCount],
	['a flag in text', flagged, { rows: [], more: 'true' }, noFlag],
	['no flag', flagged, { rows: [] }, noFlag],
])('checks a page: %s', (_name, paging, answer, said) => {
	const check = () => pageIn(paging, { offset: 0, limit: 2 }, { ...answer });
	if (said === undefined) expect(check).not.toThrow();
	else expect(check).toThrow(expect.objectContaining(said));
});
