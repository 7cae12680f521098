import type { Property } from '../shared/fields/property';
import type { Operation, Resource } from './operation';
import { dryRun } from './plan/dryRun';
import { download, ownOptions } from './properties';
import { maxFileSize, maxParallel, maxWait } from './run/limits';
import { sendOncePer, takesKey } from './safeguards/once/keys';
import { isAsking } from './safeguards/question/asking';

const isCollection = ({ type }: Property): boolean => type === 'collection';
const isOptions = ({ name }: Property): boolean => name === 'options';

const nameOf = (option: object): string =>
	'displayName' in option ? String(option.displayName) : '';

/** The collection Options of an operation: its own options and the node's, sorted as n8n wants. */
const optionsOf = (operation: Operation): Property => {
	const { properties, takesFiles } = operation;
	const [own = ownOptions()] = properties.filter(isOptions);
	const options = [
		...(own.options ?? []),
		maxWait,
		// An operation that asks a question takes one item.
		...(isAsking(operation) ? [] : [maxParallel]),
		...(takesFiles || properties.includes(download) ? [maxFileSize] : []),
	];
	options.sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
	return { ...own, options };
};

/** An operation with the fields that the node and its safeguards add. */
const completed = (operation: Operation): Operation => {
	const properties = operation.properties.filter((one) => !isOptions(one));
	return {
		...operation,
		properties: [
			...properties.filter((one) => !isCollection(one)),
			...(takesKey(operation) ? [sendOncePer] : []),
			...(operation.endpoint.writes ? [dryRun] : []),
			...properties.filter(isCollection),
			optionsOf(operation),
		],
	};
};

/** Adds the fields of the node and its safeguards to each operation. */
export const withOptions = (resources: readonly Resource[]): Resource[] =>
	resources.map((one) => ({ ...one, operations: one.operations.map(completed) }));
