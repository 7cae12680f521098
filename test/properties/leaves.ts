import type { INodeParameters } from 'n8n-workflow';
import { withOptions } from '../../nodes/ContractWorkflow/options';
import { resources } from '../../nodes/ContractWorkflow/resources';
import { safeguards } from '../../nodes/ContractWorkflow/safeguards';
import type { Property } from '../../nodes/shared/fields/property';
import type { OperationCase } from '../support/operations.table';
import { operations } from '../support/operations.table';

type Path = ReadonlyArray<string | number>;

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

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** The same with a value at a path; lists and objects on the way are made where there are none. */
const put = (tree: unknown, [key, ...rest]: Path, value: unknown): unknown => {
	if (key === undefined) return value;
	if (typeof key === 'number') {
		const list: readonly unknown[] = Array.isArray(tree) ? tree : [];
		return list.length === 0
			? [put(undefined, rest, value)]
			: list.with(key, put(list[key], rest, value));
	}
	const given = isTree(tree) ? tree : {};
	if (rest.length === 0 && value === undefined) {
		return Object.fromEntries(Object.entries(given).filter(([name]) => name !== key));
	}
	return { ...given, [key]: put(given[key], rest, value) };
};

const at = (tree: unknown, path: Path): unknown =>
	path.reduce<unknown>((value, key) => (isTree(value) ? value[key as string] : undefined), tree);

/** A row of each list that has what all of its fields need; n8n passes over those that are hidden. */
const rows: Readonly<Record<string, Tree>> = {
	attribute: { attribute: '', name: 'sample', dataType: 'text', value: 'sample' },
	condition: { field: 'field:101:text', operator: 'eq', value: 'sample' },
	entry: { name: 'sample', value: 'sample' },
};

/** What else a field needs so that it is shown, and something is sent for a right value. */
const needs: Readonly<Record<string, INodeParameters>> = {
	match: {
		conditions: { condition: [rows.condition, rows.condition] as INodeParameters[] },
	},
	'conditions.condition.valueType': {
		conditions: { condition: [{ ...rows.condition, field: '101' }] },
	},
	'additionalFields.attachmentIds': { attachToTask: false, binaryPropertyNames: '' },
};

/** A value that meets the first condition of a field to be shown; undefined where it is shown so. */
const revealing = (property: Property, siblings: readonly Property[], given: unknown): Tree => {
	const { show = {}, hide = {} } = property.displayOptions ?? {};
	const shownBy = Object.entries(show).flatMap(([name, values]) => {
		const [value] = (values ?? []) as readonly unknown[];
		return name.startsWith('/') || isTree(value) ? [] : [[name, value] as const];
	});
	const hiddenBy = Object.entries(hide).flatMap(([name, values]) => {
		const sibling = siblings.find((one) => one.name === name);
		const hiding = (values ?? []) as readonly unknown[];
		const now = at(given, [name]) ?? sibling?.default;
		if (!hiding.includes(now)) return [];
		const other = (sibling?.options ?? []).find(
			(option) => 'value' in option && !hiding.includes(option.value),
		);
		return other && 'value' in other ? [[name, other.value] as const] : [];
	});
	return Object.fromEntries([...shownBy, ...hiddenBy]);
};

const rootNeeds = ({ displayOptions }: Property): Tree =>
	Object.fromEntries(
		Object.entries(displayOptions?.show ?? {}).flatMap(([name, values]) => {
			const [value] = (values ?? []) as readonly unknown[];
			return name.startsWith('/') && !isTree(value) ? [[name.slice(1), value] as const] : [];
		}),
	);

interface Place {
	readonly operation: OperationCase;
	readonly base: INodeParameters;
	readonly path: Path;
}

const leafOf = ({ operation, base, path }: Place, property: Property, valuePath: Path): Leaf => {
	const name = path.filter((key) => typeof key === 'string').join('.');
	const given = { ...base, ...needs[name] };
	return {
		operation,
		name,
		property,
		isWhole: ['collection', 'fixedCollection', 'resourceMapper'].includes(property.type),
		with: (value) => put(given, value === undefined ? path : valuePath, value) as INodeParameters,
	};
};

const locatorOf = (place: Place, property: Property): Leaf => {
	const mode = [...(property.modes ?? [])].at(-1)?.name ?? 'id';
	const leaf = leafOf(place, property, place.path);
	return {
		...leaf,
		with: (value) => leaf.with(value === undefined ? undefined : { __rl: true, mode, value }),
	};
};

/** The leaves of fields that lie beside each other at `place`. */
const leavesIn = (fields: readonly Property[], place: Place): Leaf[] =>
	fields
		.filter(
			({ type }, index) =>
				type !== 'notice' && fields.findIndex(({ name }) => name === fields[index]?.name) === index,
		)
		.flatMap((property) => {
			const revealed = Object.entries({
				...revealing(property, fields, at(place.base, place.path)),
			}).reduce<unknown>((base, [name, value]) => put(base, [...place.path, name], value), {
				...place.base,
				...rootNeeds(property),
			}) as INodeParameters;
			const here = { ...place, base: revealed, path: [...place.path, property.name] };
			if (property.type === 'resourceLocator') return [locatorOf(here, property)];
			return [leafOf(here, property, here.path), ...innerLeaves(property, here)];
		});

const innerLeaves = (property: Property, place: Place): Leaf[] => {
	const { options = [], typeOptions } = property;
	if (property.type === 'collection') {
		return leavesIn(
			options.flatMap((option) => ('type' in option ? [option] : [])),
			place,
		);
	}
	return options
		.flatMap((option) => ('values' in option ? [option] : []))
		.flatMap(({ name, values }) => {
			const inner = [...place.path, name];
			if (typeOptions?.multipleValues !== true) return leavesIn(values, { ...place, path: inner });
			const path = [...inner, 0];
			const base = put(
				place.base,
				path,
				at(place.base, path) ?? rows[name] ?? {},
			) as INodeParameters;
			return leavesIn(values, { ...place, base, path });
		});
};

const offered = withOptions({ resources, safeguards }).resources;

/** Every parameter of an operation. */
export const leavesOf = (operation: OperationCase): Leaf[] => {
	const [resource, value] = operation.name.split('.');
	const found = offered
		.find((one) => one.value === resource)
		?.operations.find((one) => one.value === value);
	if (!found) throw new Error(`The node has no operation ${operation.name}`);
	return leavesIn(found.properties, { operation, base: operation.parameters, path: [] });
};

/** Every parameter of every operation. */
export const leaves: readonly Leaf[] = operations.flatMap(leavesOf);
