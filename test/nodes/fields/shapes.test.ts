import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { withNodeFields } from '../../../nodes/ContractWorkflow/description';
import { resources } from '../../../nodes/ContractWorkflow/resources';
import type { Property } from '../../../nodes/shared/fields/property';
import { whoseKey } from '../../support/answeringServer';
import { keepEntries } from '../../support/keptEntries';
import { operationNamed, schemaOf } from '../../support/operations.table';
import type { Answers } from '../table';
import { runAt } from '../table';

/*
 * Shapes in which assistants write parameters. Each is read as the right value is, or refused with
 * the name of the field: it is never dropped, and nothing is written without it.
 */

/** Right values, by the names of their fields, where their type has none. */
const rightValues: Readonly<Record<string, unknown>> = {
	attributes: { attribute: [{ attribute: 'new', name: 'a', dataType: 'text', value: 'b' }] },
	attributesJson: [{ name: 'a', data_type: 'text', value: 'b' }],
	binaryPropertyName: 'data',
	binaryPropertyNames: 'data',
	conditions: { condition: [{ field: 'header:1', operator: 'eq', value: 'NDA' }] },
	filtersJson: [{ type: 'field', field_id: 1, operator: 'eq', value: 'NDA' }],
	maxDateAndTime: '2100-01-01T00:00:00Z',
	metadata: { entry: [{ name: 'deal', value: '7' }] },
	reviewedItem: { task_id: 1, current_step_id: 'finance_approval' },
	step: 'finance_approval',
	taskId: '1',
	userEmail: 'a@b.example',
	variables: { mappingMode: 'defineBelow', value: { party: 'A' }, schema: [] },
	variablesJson: { party: 'A' },
};

/** What another field needs beside it. */
const beside: Readonly<Record<string, INodeParameters>> = {
	attachmentIds: { attachToTask: false },
};

/** The last option of a field, with its label. */
const optionOf = ({ options = [] }: Property) =>
	options.flatMap((one) => ('value' in one ? [one] : [])).at(-1);

const rightOf = (property: Property): unknown => {
	const { name, type, modes = [] } = property;
	const value = rightValues[name] ?? optionOf(property)?.value ?? '7';
	if (type === 'boolean') return true;
	if (type === 'number') return 7;
	if (type === 'dateTime') return rightValues[name] ?? '2026-01-31T09:00:00Z';
	if (type === 'multiOptions') return [value];
	return type === 'resourceLocator' ? { __rl: true, mode: modes.at(-1)?.name, value } : value;
};

/** The shapes of a right value. */
const shapesOf = (property: Property, right: unknown): ReadonlyArray<[string, unknown]> => {
	const { mode, value } = right as { readonly mode: unknown; readonly value: unknown };
	const isLocator = property.type === 'resourceLocator';
	const option = optionOf(property);
	return [
		['a list of one', [right]],
		...(typeof right === 'string' ? [] : ([['JSON text', JSON.stringify(right)]] as const)),
		...(right === '7' ? ([['a number', 7]] as const) : []),
		...(option ? ([['its label', option.name]] as const) : []),
		...(isLocator
			? ([
					['a value', value],
					['no __rl', { mode, value }],
				] as const)
			: []),
	].map(([name, shape]) => [name as string, shape]);
};

interface Case {
	/** The same for the same field of several operations. */
	readonly key: string;
	readonly operation: string;
	readonly field: string;
	readonly shape: string;
	readonly labels: readonly string[];
	readonly right: INodeParameters;
	readonly other: INodeParameters;
}

/** Each shape of a field, in the operation that has it first. */
const casesOf = (
	operation: string,
	siblings: readonly Property[],
	property: Property,
	collection?: Property,
): Case[] => {
	const { name, type, displayName } = property;
	const same = { ...property, disabledOptions: undefined };
	if (type === 'collection') {
		const fields = (property.options ?? []).filter((one) => 'type' in one);
		return fields.flatMap((field) => casesOf(operation, siblings, field, property));
	}
	const shown = Object.entries(property.displayOptions?.show ?? {}).map(
		([key, values]) => [key.replace('/', ''), values?.[0]] as const,
	);
	const given = (value: unknown, right: unknown) => {
		const dependents = siblings.filter(({ displayOptions }) =>
			displayOptions?.show?.[name]?.includes(right as never),
		);
		return {
			...operationNamed(operation).given,
			...Object.fromEntries(shown),
			...beside[name],
			...Object.fromEntries(dependents.map((one) => [one.name, rightOf(one)])),
			...(collection ? { [collection.name]: { [name]: value } } : { [name]: value }),
		} as INodeParameters;
	};
	const labels = [property, ...(collection ? [collection] : [])].map((one) =>
		one.displayName.replace(/ \(.*/, ''),
	);
	return [rightOf(property), ...(type === 'boolean' ? [false] : [])].flatMap((right) =>
		shapesOf(property, right).map(([shape, value]) => ({
			...{ key: JSON.stringify([same, shape, right]), operation, field: displayName },
			...{ shape, labels },
			...{ right: given(right, right), other: given(value, right) },
		})),
	);
};

const known = new Set<string>();
const cases = withNodeFields(resources).flatMap(({ value: resource, operations }) =>
	operations.flatMap(({ value, properties }) =>
		properties
			.flatMap((property) => casesOf(`${resource}.${value}`, properties, property))
			.filter(({ key }) => !known.has(key) && known.add(key)),
	),
);

const binary = { data: { data: 'YQ==', mimeType: 'application/pdf', fileName: 'a.pdf' } };
const json = { task_id: 1, current_step_id: 'finance_approval', decision: 'approve' };
const link = /http:\/\/localhost\/waiting\/[^"\\ ]+/g;

/** What came out of a run, and what it sent, without the link of a question. */
const run = async (operation: string, given: INodeParameters) => {
	const { answer } = operationNamed(operation);
	const service: Answers = ({ line }) => {
		if (line === whoseKey) return undefined;
		const { answer: task } = operationNamed('task.get');
		const workflow_schema = schemaOf('wf_1', { party: 'text' });
		return [200, { ...(line.startsWith('GET') && { ...task, workflow_schema }), ...answer }];
	};
	const at = await runAt(service, operation, { given, run: { items: [{ json, binary }] } });
	const sent = at.requests.map(({ line, body }) => `${line} ${body}`.replace(link, ''));
	return { sent, json: at.json, message: at.error?.message };
};

it.each(cases)('$operation reads or refuses $field as $shape', async ({ operation, ...one }) => {
	await keepEntries();
	const right = await run(operation, one.right);
	await keepEntries();
	expect(right.message).toBeUndefined();
	// n8n itself refuses some shapes before the node runs.
	const other = await run(operation, one.other).catch((error: unknown) => ({
		...{ sent: [], json: [], message: String(error) },
	}));
	if (other.message === undefined) return expect(other).toEqual(right);
	expect(one.labels.filter((label) => other.message?.includes(label))).not.toEqual([]);
	expect(other.sent.filter((line) => !line.startsWith('GET'))).toEqual([]);
});
