import { z } from 'zod';
import * as api from '../../src/contract';
import type { Row } from './markdown';
import { code, table } from './markdown';
import type { Schema } from './objects';
import type { Field, Values } from './schema';
import { fieldsOf, needOf, rulesOf, typeOf, unwrapped } from './schema';

export const requestHead: Row = ['Field', 'Type', 'Required', 'Rule'];

/** A field of a request. `filled` are the defaults of its object. */
export const requestRow = (field: Field, filled: Values = {}): Row => [
	code(field.name),
	typeOf(field.schema),
	needOf(field, filled),
	rulesOf(field.schema),
];

const responseRow = ({ name, schema }: Field): Row => [
	code(name),
	schema instanceof z.ZodOptional ? `${typeOf(schema)}, may be missing` : typeOf(schema),
];

const responseTableOf = (fields: readonly Field[]): string =>
	table(['Field', 'Type'], fields.map(responseRow));

/** The fields of a response. */
export const responseTable = (schema: Schema): string => responseTableOf(fieldsOf(schema));

type Kind = z.ZodObject<{ type: z.ZodLiteral<string> }>;

/** The fields of each kind of filter or input value. The fields of all kinds come first. */
const kindsTable = (kindOptions: readonly Kind[]): string => {
	const kinds = kindOptions.map((option): [string, Row[]] => {
		const fields = fieldsOf(option).filter(({ name }) => name !== 'type');
		return [code(option.shape.type.value), fields.map((field) => requestRow(field))];
	});
	const isShared = (row: Row): boolean =>
		kinds.every(([, rows]) => rows.some((other) => other.join() === row.join()));
	const shared = kinds[0]?.[1].filter(isShared).map((row) => ['any', ...row]) ?? [];
	const own = kinds.flatMap(([kind, rows]) =>
		rows.filter((row) => !isShared(row)).map((row) => [kind, ...row]),
	);
	return table(['`type`', ...requestHead], [...shared, ...own]);
};

/** An object with its own heading. For a listed task, only the fields that a task does not have. */
export const objectTable = (schema: Schema): string => {
	const object = unwrapped(schema);
	if (object instanceof z.ZodDiscriminatedUnion) return kindsTable(object.options as Kind[]);
	const known: Values = schema === api.listedTask ? api.task.shape : {};
	return responseTableOf(fieldsOf(schema).filter(({ name }) => !(name in known)));
};
