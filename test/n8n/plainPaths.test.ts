import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { contractWorkflow, plain, saveWorkflow, session, stackAddresses, then } from './stack';

/*
 * Each expression twice over the same items: as a plain path, which the node reads from the item
 * itself, and in parentheses, which leaves it to the expression engine of this n8n.
 */

let n8n: N8n;
let key: StoredCredential;
beforeAll(async () => {
	n8n = session();
	const { baseUrl, apiKey } = stackAddresses();
	const data = { baseUrl, apiKey };
	key = await upsertCredential(n8n, { name: 'Plain paths', type: 'contractWorkflowApi', data });
});

const paths = [
	...['.a', '.b', '["a"]', "['b']", '.a.b', '.a.b.a', '["a"]["b"]', '.a["c d"]', '["c d"]', '.é'],
	...['.a.length', '.a.toString', '.a.first', '.constructor', '["constructor"]', '["__proto__"]'],
	...['.a.constructor', '.prototype', '.toJSON', '["a.b"]', '["isEmpty()"]', '.a[0]', '["a"]["0"]'],
];

const name = fc.constantFrom('a', 'b', 'c d', 'length', 'toString', 'constructor', 'a.b', 'first');
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3 },
		fc.constantFrom<unknown>(null, true, false, 0, -1.5, 2 ** 53, '', ' ', 'text', '{{ 1 }}', '😀'),
		fc.string({ maxLength: 4 }),
		fc.array(tie('value'), { maxLength: 2 }),
		fc.dictionary(name, tie('value'), { maxKeys: 3 }),
	),
}));
const row = fc.record({ a: value, b: value, 'c d': value, 'a.b': value }, { requiredKeys: ['a'] });
const rows = fc.sample(row, 40) as IDataObject[];

const source = [
	plain('Start', 'manualTrigger', 1, {}),
	plain('Rows', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ rows }) }),
	plain('Split', 'splitOut', 1, { fieldToSplitOut: 'rows' }),
	// What comes out in another order than it went in: each item is paired with one elsewhere.
	plain('Sort', 'sort', 1, { type: 'random' }),
];

/** A plan of a comment, which shows what the node made of the expression, or how it failed. */
const planned = (called: string, expression: string, more: Partial<INode> = {}): INode => {
	const parameters: INodeParameters = {
		resource: 'task',
		operation: 'comment',
		taskId: { __rl: true, mode: 'id', value: '10001' },
		comment: expression,
		dryRun: true,
	};
	return {
		...contractWorkflow(called, parameters, key),
		onError: 'continueRegularOutput',
		...more,
	};
};

const ownOf = (path: string) => `={{ $json${path} }}`;
const enginesOf = (path: string) => `={{ ($json${path}) }}`;
const to = (names: readonly string[]) => ({
	main: [names.map((node) => ({ node, type: 'main' as const, index: 0 }))],
});

/** Runs nodes behind a node of the source, and gives what came out of each. */
const outputsOf = async (nodes: readonly INode[], behind: 'Split' | 'Sort') => {
	const names = nodes.map((node) => node.name);
	const id = await saveWorkflow(n8n, [...source, ...nodes], {
		Start: then('Rows'),
		Rows: then('Split'),
		Split: behind === 'Split' ? to(names) : then('Sort'),
		Sort: to(names),
	});
	const execution = await runWorkflow(n8n, id, 'Start');
	expect(execution.error).toBeUndefined();
	// An error may quote the expression.
	const words = (json: IDataObject) =>
		JSON.stringify(json).replaceAll(/\(\$json([^)]*)\)/g, '$json$1');
	return names.map((one) => jsonOf(execution, one).map(words));
};

const isPlan = (text: string): boolean => text.includes('"verdict":"would_send"');

describe('a plain path gives what the engine of this n8n gives', () => {
	it.each([
		['item by item', 'Split', {}, rows.length],
		['with Execute Once', 'Split', { executeOnce: true }, 1],
		['where items are in another order', 'Sort', {}, rows.length],
	] as const)('%s', async (_case, behind, more, count) => {
		const nodes = paths.flatMap((path, index) => [
			planned(`Own ${index}`, ownOf(path), more),
			planned(`Engine ${index}`, enginesOf(path), more),
		]);
		const outputs = await outputsOf(nodes, behind);
		for (const [index, path] of paths.entries()) {
			const [own, engines] = outputs.slice(index * 2);
			expect([path, own]).toEqual([path, engines]);
		}
		expect(outputs[0]).toHaveLength(count);
		if (count > 1)
			expect(outputs.filter((output) => output.some(isPlan)).length).toBeGreaterThan(9);
	});

	it('in a sub-workflow', async () => {
		const caller = async (called: string, expression: string) => {
			const trigger = plain('Called', 'executeWorkflowTrigger', 1.1, {
				inputSource: 'passthrough',
			});
			const nodes = [trigger, planned('Plan', expression)];
			const id = await saveWorkflow(n8n, nodes, { Called: then('Plan') });
			return plain(called, 'executeWorkflow', 1.2, {
				workflowId: { __rl: true, mode: 'id', value: id },
			});
		};
		const nodes = [await caller('Own', ownOf('.a')), await caller('Engine', enginesOf('.a'))];
		const [own, engines] = await outputsOf(nodes, 'Split');
		expect(own).toEqual(engines);
		expect(own).toHaveLength(rows.length);
	});
});
