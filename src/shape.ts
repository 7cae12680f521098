import { z } from 'zod';

type Unwrapped = { readonly schema: z.ZodTypeAny; readonly nullable: boolean };

const unwrap = (schema: z.ZodTypeAny, nullable = false): Unwrapped => {
	if (schema instanceof z.ZodNullable) return unwrap(schema.unwrap() as z.ZodTypeAny, true);
	if (schema instanceof z.ZodOptional) return unwrap(schema.unwrap() as z.ZodTypeAny, true);
	if (schema instanceof z.ZodEffects) return unwrap(schema.innerType() as z.ZodTypeAny, nullable);
	return { schema, nullable };
};

/** Whether a value is an object and not a list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The first field of a response that is not the object or list of the contract, or does not contain
 * such objects or lists; undefined if there is none. Everything else passes, so that a new field or
 * a new value breaks nothing.
 */
export const misshapenField = (response: z.ZodTypeAny, body: unknown): string | undefined => {
	const { schema } = unwrap(response);
	if (!(schema instanceof z.ZodObject)) return undefined;
	const fields = isRecord(body) ? body : {};
	return Object.entries(schema.shape as Record<string, z.ZodTypeAny>).find(([name, given]) => {
		const field = unwrap(given);
		const value = fields[name];
		if (field.nullable && (value === null || value === undefined)) return false;
		if (field.schema instanceof z.ZodObject) return !isRecord(value);
		if (!(field.schema instanceof z.ZodArray)) return false;
		if (!Array.isArray(value)) return true;
		const element = unwrap(field.schema.element as z.ZodTypeAny);
		return element.schema instanceof z.ZodObject && !value.every(isRecord);
	})?.[0];
};
