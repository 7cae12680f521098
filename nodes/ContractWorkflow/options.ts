import type { Property } from '../shared/fields/property';
import { maxFileSize } from './files/maxFileSize';
import type { Operation, Resource } from './operation';
import { dryRun } from './plan/dryRun';
import { ownOptions } from './properties/ownOptions';
import type { Offered } from './run/run';
import { limitOptions } from './run/start/limits';
import type { RunOption } from './runOption';
import { groups } from './runOption';

const isCollection = ({ type }: Property): boolean => type === 'collection';
const isOptions = ({ name }: Property): boolean => name === 'options';

/**
 * The collection Options of an operation: its own options, then the node's, each under its heading.
 */
const optionsOf = (operation: Operation, all: readonly RunOption[]): Property => {
	const [own = ownOptions('none', '', [])] = operation.properties.filter(isOptions);
	const ownGroups = (own.options ?? []).filter(
		(group) => 'values' in group && group.values.length > 0,
	);
	const usedGroups = Object.entries(groups).map(([name, displayName]) => {
		const used = all.filter(({ group, usedBy }) => group === name && usedBy?.(operation) !== false);
		return { name, displayName, values: used.map((option) => option.property) };
	});
	const options = [...ownGroups, ...usedGroups.filter(({ values }) => values.length > 0)];
	return { ...own, options };
};

/** An operation with the fields that the node adds: Dry Run if it writes, and Options. */
const completed = (operation: Operation, all: readonly RunOption[]): Operation => {
	const properties = operation.properties.filter((one) => !isOptions(one));
	return {
		...operation,
		properties: [
			...properties.filter((one) => !isCollection(one)),
			...(operation.endpoint.writes ? [dryRun] : []),
			...properties.filter(isCollection),
			optionsOf(operation, all),
		],
	};
};

/** Adds the fields of the node and its safeguards to each operation. */
export const withOptions = ({ resources, safeguards }: Offered): Offered => {
	// The innermost safeguard comes first: most builders look for its options.
	const ofSafeguards = [...safeguards].reverse().flatMap(({ options }) => options ?? []);
	const all = [...ofSafeguards, ...limitOptions, maxFileSize];
	const complete = (resource: Resource): Resource => ({
		...resource,
		operations: resource.operations.map((operation) => completed(operation, all)),
	});
	return { resources: resources.map(complete), safeguards };
};
