import { expect, it } from '@jest/globals';
import { operations } from '../../support/operations.table';
import { runAt } from '../table';

const memo = { data: 'YQ==', mimeType: 'text/plain', fileName: 'memo.txt' };
const file = { json: {}, binary: { data: memo } };

/** What an error calls a field: by its own name, after that of the list that it is in. */
const calledIn = (location: string, panelName: string): string => {
	const [, ofList = ''] = /^(?:Additional Fields > (?=.* > ))?(.*)$/.exec(panelName) ?? [];
	const names = ofList.split(' > ').map((name) => `"${name}"`);
	return /\.0\./.test(location) ? names.join(' 1 ') : (names.at(-1) ?? '');
};

const cases = operations.flatMap(({ name, given, fields, places = {} }) =>
	[
		...Object.entries(fields).map(([at, panelName]) => [at, calledIn(at, panelName)] as const),
		...Object.entries(places),
	].map(([at, label]) => ({ name, at, label, given })),
);

it.each(cases)('422 of $name at $at names $label', async ({ name, at, label, given }) => {
	const loc = at.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
	const detail = [{ loc, msg: 'is wrong', type: 'value_error' }];
	const { error, sent } = await runAt(() => [422, { detail }], name, {
		given,
		run: { items: [file] },
	});
	expect(sent).toHaveLength(1);
	const [, named] = /^The service says: (.*?): is wrong\. /.exec(error?.description ?? '') ?? [];
	expect(named).toContain(label);
});
