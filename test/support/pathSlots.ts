import type { INodeParameters } from 'n8n-workflow';
import type { z } from 'zod';
import type { Endpoint } from '../../src';
import { contract } from '../../src';
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
	/** Whether the contract allows a value in the place. */
	readonly takes: (value: string) => boolean;
}

const camelCase = (name: string): string =>
	name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const placeSchema = (line: string, place: string): z.ZodTypeAny => {
	const found = Object.values<Endpoint>(contract).find(
		({ method, path }) => `${method} ${path}` === line,
	);
	const schema = (found?.params as z.AnyZodObject | undefined)?.shape[place];
	if (!schema) throw new Error(`The contract has no {${place}} in ${line}`);
	return schema as z.ZodTypeAny;
};

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
		takes: (segment) => placeSchema(endpoint, place).safeParse(segment).success,
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
