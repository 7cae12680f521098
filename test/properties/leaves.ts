import type { INodeParameters } from 'n8n-workflow';
import { withOptions } from '../../nodes/ContractWorkflow/description';
import { resources } from '../../nodes/ContractWorkflow/resources';
import type { Property } from '../../nodes/shared/fields/property';
import type { OperationCase } from '../support/operations.table';
import type { Path } from './meaning';
import { at, isTree } from './meaning';

type Tree = Readonly<Record<string, unknown>>;

/** One parameter of an operation: a field of its own, or one within a collection, or all of that. */
export interface Leaf {
	readonly operation: OperationCase;
	/** Such as `options.maxWait`. */
	readonly name: string;
	readonly property: Property;
	/** Whether it holds other fields. */
	readonly isWhole: boolean;
	/** The parameters of the node with this value in its place, and without it when undefined. */
	readonly with: (value: unknown) => INodeParameters;
}

/** The same with a value at a path; lists and objects on the way are made where there are none. */
const put = (tree: unknown, [key, ...rest]: Path, value: unknown): unknown => {
	if (key === undefined) return value;
	if (typeof key === 'number') {
		const list: readonly unknown[] = Array.isArray(tree) && tree.length > 0 ? tree : [undefined];
		return list.with(key, put(list[key], rest, value));
	}
	const { [key]: inner, ...others } = isTree(tree) ? tree : {};
	if (rest.length === 0 && value === undefined) return others;
	return { ...(isTree(tree) ? tree : {}), [key]: put(inner, rest, value) };
};

/** A row of each list that has what all of its fields need; n8n passes over those that are hidden. */
const rows: Readonly<Record<string, Tree>> = {
	attribute: { attribute: '', name: 'sample', dataType: 'text', value: 'sample' },
	condition: { field: 'field:101:text', operator: 'eq', value: 'sample' },
	entry: { name: 'sample', value: 'sample' },
};

/** What else a field needs so that it is shown, and something is sent for a right value. */
const needs: Readonly<Record<string, INodeParameters>> = {
	match: { conditions: { condition: [rows.condition, rows.condition] as INodeParameters[] } },
	'conditions.condition.valueType': {
		conditions: { condition: [{ ...rows.condition, field: '101' }] },
	},
	'additionalFields.attachmentIds': { attachToTask: false, binaryPropertyNames: '' },
};

/** The first value of each condition of a field; those that are more than a value are met anyhow. */
const shownBy = ({ displayOptions }: Property): ReadonlyArray<readonly [string, unknown]> =>
	Object.entries(displayOptions?.show ?? {})
		.map(([name, values]) => [name, (values as readonly unknown[])[0]] as const)
		.filter(([, value]) => !isTree(value));

/** Another value for each field that hides a field with the one it has. */
const unhiding = ({ displayOptions }: Property, siblings: readonly Property[], given: unknown) =>
	Object.entries(displayOptions?.hide ?? {}).flatMap(([name, values]) => {
		const sibling = siblings.find((one) => one.name === name);
		const hiding = values as readonly unknown[];
		if (!hiding.includes(at(given, [name]) ?? sibling?.default)) return [];
		const other = (sibling?.options ?? []).find(
			(option) => 'value' in option && !hiding.includes(option.value),
		);
		return other && 'value' in other ? [[name, other.value] as const] : [];
	});

interface Place {
	readonly operation: OperationCase;
	readonly base: INodeParameters;
	readonly path: Path;
}

/** The parameters in which a field at a place is shown. */
const revealed = (property: Property, siblings: readonly Property[], { base, path }: Place) =>
	[...shownBy(property), ...unhiding(property, siblings, at(base, path))].reduce<unknown>(
		(given, [name, value]) =>
			put(given, name.startsWith('/') ? [name.slice(1)] : [...path, name], value),
		base,
	) as INodeParameters;

const leafOf = ({ operation, base, path }: Place, property: Property): Leaf => {
	const name = path.filter((key) => typeof key === 'string').join('.');
	const isLocator = property.type === 'resourceLocator';
	const mode = property.modes?.at(-1)?.name ?? 'id';
	const stored = (value: unknown) =>
		isLocator && value !== undefined ? { __rl: true, mode, value } : value;
	return {
		operation,
		name,
		property,
		isWhole: ['collection', 'fixedCollection', 'resourceMapper'].includes(property.type),
		with: (value) => put({ ...base, ...needs[name] }, path, stored(value)) as INodeParameters,
	};
};

/** The leaves of fields that lie beside each other at `place`. */
const leavesIn = (fields: readonly Property[], place: Place): Leaf[] =>
	fields
		.filter(({ name }, index) => fields.findIndex((one) => one.name === name) === index)
		.filter(({ type }) => type !== 'notice')
		.flatMap((property) => {
			const base = revealed(property, fields, place);
			const here = { ...place, base, path: [...place.path, property.name] };
			return [leafOf(here, property), ...innerLeaves(property, here)];
		});

const innerLeaves = ({ type, options = [], typeOptions }: Property, place: Place): Leaf[] => {
	if (type === 'collection') {
		const fields = options.flatMap((option) => ('type' in option ? [option] : []));
		return leavesIn(fields, place);
	}
	const groups = options.flatMap((option) => ('values' in option ? [option] : []));
	return groups.flatMap(({ name, values }) => {
		const path = [...place.path, name, ...(typeOptions?.multipleValues ? [0] : [])];
		const inner = at(place.base, path) ?? rows[name] ?? {};
		const base = put(place.base, path, inner) as INodeParameters;
		return leavesIn(values, { ...place, base, path });
	});
};

const offered = new Map<string, readonly Property[]>(
	withOptions(resources).flatMap((resource) =>
		resource.operations.map((one) => [`${resource.value}.${one.value}`, one.properties] as const),
	),
);

/** Every parameter of an operation. */
export const leavesOf = (operation: OperationCase): Leaf[] =>
	leavesIn(offered.get(operation.name) ?? [], { operation, base: operation.parameters, path: [] });
