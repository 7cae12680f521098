import type { Property } from '../shared/fields/property';
import type { Operation, Resource } from './operation';
import { dryRun } from './plan/dryRun';
import { ownOptions } from './properties';
import type { Offered } from './run/run';
import { limitOptions } from './run/start/limits';
import type { RunOption } from './runOption';

const isCollection = ({ type }: Property): boolean => type === 'collection';
const isOptions = ({ name }: Property): boolean => name === 'options';

const nameOf = (option: object): string =>
	'displayName' in option ? String(option.displayName) : '';

const usedBy = (operation: Operation, all: readonly RunOption[]): readonly Property[] =>
	all.filter((one) => one.usedBy?.(operation) !== false).map(({ property }) => property);

/** The collection Options of an operation: its own options and the node's, sorted as n8n wants. */
const optionsOf = (operation: Operation): Property => {
	const [own = ownOptions()] = operation.properties.filter(isOptions);
	const options = [...(own.options ?? []), ...usedBy(operation, limitOptions)];
	options.sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
	return { ...own, options };
};

/** An operation with the fields that the node and its safeguards add. */
const completed = (operation: Operation, fields: readonly RunOption[]): Operation => {
	const properties = operation.properties.filter((one) => !isOptions(one));
	return {
		...operation,
		properties: [
			...properties.filter((one) => !isCollection(one)),
			...usedBy(operation, fields),
			...(operation.endpoint.writes ? [dryRun] : []),
			...properties.filter(isCollection),
			optionsOf(operation),
		],
	};
};

/** Adds the fields of the node and its safeguards to each operation. */
export const withOptions = ({ resources, safeguards }: Offered): Offered => {
	const fields = safeguards.flatMap((safeguard) => safeguard.fields ?? []);
	const complete = (resource: Resource): Resource => ({
		...resource,
		operations: resource.operations.map((operation) => completed(operation, fields)),
	});
	return { resources: resources.map(complete), safeguards };
};
