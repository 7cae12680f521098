import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { entriesOfNode, failEntries, keepEntries } from '../../support/keptEntries';
import { byId } from '../../support/stage';
import type { Answer, Answers, Row } from '../table';
import { runRow, table } from '../table';

/* With a store in place of n8n's database, which has a part in `test/n8n/once.test.ts`. */

beforeEach(keepEntries);

const post = (task: number) => `POST /tasks/${task}/comment`;

/** A service that answers its first writes as given, and carries out all others. */
const service = (...fates: readonly Answer[]): Answers => {
	const left = [...fates];
	return ({ line }) => {
		const task_id = Number(line.split('/')[2]);
		if (line.startsWith('GET /tasks/')) return [200, { task: { task_id } }];
		if (!line.startsWith('POST')) return undefined;
		const answer = { success: true, activity_log_id: task_id + 10, group_id: 1 };
		return left.shift() ?? [200, { ...answer, member_user_ids: [] }];
	};
};

const refused = [404, { detail: 'Task not found' }] as const;

const given = (key = '={{ $json.deal }}', more: INodeParameters = {}): INodeParameters => ({
	...{ taskId: byId('={{ $json.task ?? 1 }}'), comment: 'Signed', ...more },
	idempotencyKey: key,
	options: { maxParallel: 1 },
});

/** Comments with the key of each item, one after the other. */
const keyed = (
	items: readonly IDataObject[],
	expected: Row['expect'],
	more: Partial<Row> = {},
): Row => ({
	operation: 'task.comment',
	given: given(),
	items,
	service: service(),
	expect: expected,
	...more,
});

const one = [{ deal: 'd-1' }];
const two = [...one, { deal: 'd-2', task: 2 }];
const way =
	'Check the task for the comment before you post it again. If it was not carried out, send this one item by a copy of this node without a key. Here, the key "d-1" stays used.';

const done = (key: string) => ({
	skipped: true,
	not_sent_again: { key, state: 'done', reason: `Sent before with the key "${key}".` },
});
const unknown = {
	skipped: true,
	not_sent_again: {
		...{ key: 'd-1', state: 'unknown' },
		reason: `Sent before with the key "d-1". The outcome is unknown. ${way}`,
	},
};
const goesOn = { onError: 'continueRegularOutput' } as const;

describe('in a later run, a key', () => {
	const earlier = { before: { isRetried: false } };
	const parts = (deal: unknown, expected: Row['expect']) =>
		keyed([{ deal } as IDataObject], expected, {
			before: { items: [{ deal: ['d-1 ', 2] }], isRetried: false },
		});
	table({
		'that is done is skipped': keyed(
			two,
			{ sent: [post(2)], output: [done('d-1'), { task_id: 2 }], hint: /^1 item was skipped\./m },
			{ before: { items: one, isRetried: false } },
		),
		'counts without white space around it': keyed(
			[{ deal: ' d-1\u200e' }],
			{ output: [done('d-1')] },
			{ before: { items: one, isRetried: false } },
		),
		'counts for another task as well': keyed(
			[{ deal: 'd-1', task: 7 }],
			{ output: [done('d-1')] },
			{ before: { items: one, isRetried: false } },
		),
		'that is unknown is skipped, with the way out': keyed(
			one,
			{
				output: [unknown],
				hint: /1 item was sent before with an unknown outcome\. 1 item was skipped/,
			},
			{ ...earlier, service: service('lost') },
		),
		'whose item was refused is sent': keyed(
			one,
			{ sent: [post(1)] },
			{ ...earlier, service: service(refused) },
		),
		'is another one for another node': keyed(
			one,
			{ sent: [post(1)] },
			{ before: { isRetried: false, run: { node: { id: 'copy' } } } },
		),
		'is another one for another operation': keyed(
			one,
			{ sent: ['POST /groups'] },
			{
				operation: 'group.create',
				given: given(undefined, { name: 'Reviewers' }),
				before: {
					isRetried: false,
					given: given(undefined, { resource: 'task', operation: 'comment' }),
				},
			},
		),
		'of parts is skipped': parts(['d-1', '2'], { output: [done('d-1, 2')] }),
		'of other parts is sent': parts(['d', '1-2'], { sent: [post(1)] }),
		'of a text is another one than a list': parts('d-1, 2', { sent: [post(1)] }),
		'of several expressions is skipped': keyed(
			one,
			{ output: [done('d-1-1')] },
			{ ...earlier, given: given('={{ $json.deal }}-{{ $json.task ?? 1 }}') },
		),
		'of words like nothing is sent': keyed([{ deal: 'nullable-undefined1' }], { sent: [post(1)] }),
		'that is empty is none': keyed(
			two,
			{ sent: [post(1), post(2)] },
			{ before: { isRetried: false }, given: given('') },
		),
		'is not checked by a dry run': keyed(
			one,
			{
				sent: ['GET /tasks/1'],
				output: [{ verdict: 'would_send' }],
				hint: /A dry run does not check whether a key was used\.$/,
			},
			{ given: given(undefined, { dryRun: true }), before: { given: given(), isRetried: false } },
		),
	});
});

describe('in the execution', () => {
	table({
		'Retry On Fail returns the first outputs': keyed(
			two,
			{ sent: [post(1), post(2), post(2)], output: [{ task_id: 1 }, { task_id: 2 }] },
			{ service: service(undefined, refused), run: { tries: 2 } },
		),
		'a lost answer is an error with the way out': keyed(
			one,
			{ sent: [post(1)], output: [{ error: { outcome: 'unknown', key: 'd-1' } }] },
			{ service: service('lost'), run: goesOn },
		),
		'a second try says the same': keyed(
			one,
			{
				sent: [post(1)],
				error: new RegExp(
					`It was sent in an earlier try and may have been carried out, so it was not sent again\\. ${way.replaceAll('.', '\\.')}`,
				),
			},
			{ service: service('lost'), run: { tries: 2 } },
		),
		'a loop sends each key once': keyed(one, { sent: [post(1)] }, { run: { rounds: 2 } }),
	});
});

describe('before anything is sent, a key is refused', () => {
	const refuses = (deal: unknown, error: string | RegExp, key?: string) =>
		keyed([...one, { deal, task: 2 } as IDataObject], { error }, { given: given(key) });
	const label = '"Send Once Per"';
	const empty = `${label} is empty: its expression returned nothing`;
	const noText = `${label} must be text, not`;
	const list = '={{ [$json.deal, $json.contract] }}';
	const text = '={{ $json.deal }}-{{ $json.contract }}';
	const second =
		/^"Send Once Per" 2 is empty: its expression returned nothing\n.*item has the fields deal, task\./;
	const missing = (key: string) => ({
		...refuses('d-2', second, key),
		items: [
			{ deal: 'd-1', contract: 'nda' },
			{ deal: 'd-1', task: 2 },
		],
	});
	const noValues = [
		...[['undefined'], ['1-null', 'null'], ['1_NaN', 'NaN'], ['1:null 2', 'null']],
		...[
			['1/undefined|2', 'undefined'],
			['1|[object Object]', '[object Object]'],
		],
	];
	table({
		'that is nothing': refuses(undefined, empty),
		'that is white space': refuses(' ', empty),
		'that is an empty list': refuses([], empty),
		'that is no text': refuses(true, `${noText} true`),
		'that is no number': refuses('x', /contains NaN in/, '={{ Number("x") }}'),
		'with a list in its list': refuses([['a']], `${noText} ["a"]`),
		'with a part of a list that is nothing': missing(list),
		'with an expression that returns nothing': missing(text),
		'of a text and one expression that returns nothing': refuses(
			' ',
			/^"Send Once Per" 1 is empty/,
			'=D-{{ $json.deal }}',
		),
		...Object.fromEntries(
			noValues.map(([deal = '', found = deal]) => [
				`that says ${deal}`,
				refuses(deal, `${label} contains ${found} in place of a value: ${deal}`),
			]),
		),
		'that says it in a list': refuses(['a', '1-null'], /contains null in/),
		'with braces at Fixed': refuses(
			'd',
			`${label} contains {{ deal }} in place of a value: {{ deal }}`,
			'{{ deal }}',
		),
		'that another item has': refuses('d-1', `${label} is "d-1" for item 0 as well`),
		'that is the same for all': refuses('d', `${label} is "d" for item 0 as well`, 'd'),
	});
});

describe('where n8n cannot', () => {
	const locked = (wanted: string) => (call: string) =>
		call === wanted ? 'database is locked' : undefined;

	it('store a key, nothing is sent', async () => {
		failEntries(locked('record'));
		const error = /^"Send Once Per" could not be stored by n8n: .*database is locked.*saved\./s;
		await runRow(keyed(one, { error }));
	});

	it('change a key, its item is returned, and is unknown later', async () => {
		failEntries(locked('remove'));
		await runRow(keyed(one, { sent: [post(1)], output: [{ task_id: 1 }] }));
		failEntries(() => undefined);
	});
});

it('each key has two entries while it is sent, and one when it is done', async () => {
	let entries = 0;
	const counting: Answers = (request) => {
		if (request.line.startsWith('POST')) entries = entriesOfNode().size;
		return service()(request);
	};
	await runRow(keyed(one, { sent: [post(1)] }, { service: counting }));
	expect([entries, entriesOfNode().size]).toEqual([2, 1]);
});
