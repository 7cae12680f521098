import type { INodeParameters } from 'n8n-workflow';
import type { OperationCase } from './operations.table';
import { operations } from './operations.table';
import { byId } from './stage';

/** A place in a path, with an operation that fills it from `value` of its item. */
export interface PathSlot {
	readonly operation: OperationCase;
	/** Such as `task_id`. */
	readonly place: string;
	/** The name of the field in the panel. */
	readonly label: string;
	readonly given: INodeParameters;
	/** The request with this segment in the place. */
	readonly line: (segment: string) => string;
}

const camelCase = (name: string): string =>
	name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const slotOf = (operation: OperationCase, place: string): PathSlot => {
	const { endpoint, given, fields } = operation;
	const parameter = camelCase(place);
	const isPlain = typeof given[parameter] !== 'object';
	const value = '={{ $json.value }}';
	const at = endpoint.split('/').indexOf(`{${place}}`);
	return {
		operation,
		place,
		label: fields[`path.${place}`] ?? '',
		given: { ...given, [parameter]: isPlain ? value : byId(value) },
		line: (segment) =>
			operation.line
				.split('/')
				.map((part, index) => (index === at ? segment : part))
				.join('/'),
	};
};

/**
 * Every place in the path of every operation, but of those that take one item at a time, and of a
 * launch, which reads the schema first: other operations have the same places.
 */
export const pathSlots: readonly PathSlot[] = operations
	.filter(({ oneItem, name }) => !oneItem && name !== 'workflow.initiate')
	.flatMap((operation) =>
		[...operation.endpoint.matchAll(/\{(\w+)\}/g)].map(([, place = '']) =>
			slotOf(operation, place),
		),
	);
