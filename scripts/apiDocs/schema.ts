import { z } from 'zod';
import { code, codes } from './markdown';
import type { Schema } from './objects';
import { names } from './objects';

/** Values by the names of their fields. */
export type Values = Readonly<Record<string, unknown>>;

/** A field of an object, or of a nested object. The name of a nested field is its path. */
export interface Field {
	readonly name: string;
	readonly schema: Schema;
}

const plainTypes: Readonly<Record<string, string>> = {
	ZodString: 'text',
	ZodNumber: 'number',
	ZodBoolean: 'boolean',
	ZodNull: 'null',
	ZodUnknown: 'anything',
	ZodRecord: 'object with keys of your own',
	ZodObject: 'object',
};

/** The schema inside a wrapper such as `optional()`; undefined if there is no wrapper. */
const inside = (schema: Schema): Schema | undefined => {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
		return schema.unwrap() as Schema;
	}
	if (schema instanceof z.ZodDefault) return schema.removeDefault() as Schema;
	if (schema instanceof z.ZodEffects) return schema.innerType() as Schema;
	if (schema instanceof z.ZodLazy) return schema.schema as Schema;
	return undefined;
};

/** A schema without its wrappers. */
export const unwrapped = (schema: Schema): Schema => {
	const inner = inside(schema);
	return inner ? unwrapped(inner) : schema;
};

/**
 * The type of a schema in words.
 * @throws Error for a kind of schema without a word for it
 */
export const typeOf = (schema: Schema): string => {
	const name = names.get(schema);
	if (name !== undefined) return name;
	const inner = inside(schema);
	if (inner) return schema instanceof z.ZodNullable ? `${typeOf(inner)} or null` : typeOf(inner);
	if (schema instanceof z.ZodLiteral) return code(schema.value);
	if (schema instanceof z.ZodEnum) {
		const values = schema.options as readonly string[];
		return names.get(values) ?? codes(values);
	}
	if (schema instanceof z.ZodUnion) {
		return (schema.options as readonly Schema[]).map(typeOf).join(' or ');
	}
	if (schema instanceof z.ZodArray) {
		const element = typeOf(schema.element as Schema);
		return element.includes(' or ') ? `list of (${element})` : `list of ${element}`;
	}
	if (schema instanceof z.ZodNumber && schema.isInt) return 'integer';
	const { typeName } = schema._def as { readonly typeName: string };
	const plain = plainTypes[typeName];
	if (plain === undefined) throw new Error(`docs/api.md has no word for a ${typeName}`);
	return plain;
};

/** The fields of an object, and below them those of objects without their own heading. */
export const fieldsOf = (schema: Schema, prefix = ''): Field[] => {
	const object = unwrapped(schema);
	if (!(object instanceof z.ZodObject)) return [];
	return Object.entries(object.shape as z.ZodRawShape).flatMap(([key, field]) => {
		const name = `${prefix}${key}`;
		const list = unwrapped(field);
		const [below, dots] =
			list instanceof z.ZodArray ? [list.element as Schema, '[].'] : [field, '.'];
		const isNamed = names.has(below) || names.has(unwrapped(below));
		return [{ name, schema: field }, ...(isNamed ? [] : fieldsOf(below, `${name}${dots}`))];
	});
};

/** The contract's rules for the format of values. */
export const rulesOf = (schema: Schema): string => {
	const inner = unwrapped(schema);
	const probes =
		inner instanceof z.ZodString ? ['', '§'] : inner instanceof z.ZodNumber ? [-1] : [];
	const issues = probes.flatMap((probe) => schema.safeParse(probe).error?.issues ?? []);
	return [...new Set(issues.map(({ message }) => message.replaceAll('<', '\\<')))].join('; ');
};

/** The contract's result for an empty object: its defaults, including those of a transformation. */
export const defaultsOf = (schema: Schema): Values => (schema.safeParse({}).data ?? {}) as Values;

/** Whether a field is required, and its default. `filled` are the defaults of its object. */
export const needOf = ({ name, schema }: Field, filled: Values): string => {
	if (!schema.isOptional()) return 'yes';
	const alone: unknown = schema.parse(undefined);
	const value = alone === undefined ? filled[name] : alone;
	return value === undefined ? 'no' : `no: ${code(JSON.stringify(value))}`;
};
