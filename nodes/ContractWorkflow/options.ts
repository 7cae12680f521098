import type { Property } from '../shared/fields/property';
import { maxFileSize } from './files/maxFileSize';
import type { Operation, Resource } from './operation';
import { dryRun } from './plan/dryRun';
import { ownOptions } from './properties/ownOptions';
import type { Offered } from './run/run';
import { limitOptions } from './run/start/limits';
import type { RunOption } from './runOption';

const isCollection = ({ type }: Property): boolean => type === 'collection';
const isOptions = ({ name }: Property): boolean => name === 'options';

const nameOf = (option: object): string =>
	'displayName' in option ? String(option.displayName) : '';

/** The collection Options of an operation: its own options and the node's, sorted as n8n wants. */
const optionsOf = (operation: Operation, all: readonly RunOption[]): Property => {
	const [own = ownOptions()] = operation.properties.filter(isOptions);
	const used = all.filter(({ usedBy }) => usedBy?.(operation) !== false);
	const options = [...(own.options ?? []), ...used.map((option) => option.property)];
	options.sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
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
	const ofSafeguards = safeguards.flatMap(({ options }) => options ?? []);
	const all = [...ofSafeguards, ...limitOptions, maxFileSize];
	const complete = (resource: Resource): Resource => ({
		...resource,
		operations: resource.operations.map((operation) => completed(operation, all)),
	});
	return { resources: resources.map(complete), safeguards };
};
