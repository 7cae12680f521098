import { z } from 'zod';
import { integer, timestamp } from '../../src/contract';

const longest = 60;

/** A text of a service as one short line that no terminal takes for a command. */
export const shortText = (text: string): string => {
	const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
	return line.length > longest ? `${line.slice(0, longest)}…` : line;
};

/** A text for a terminal: its lines stay, and no other sign in it can steer the terminal. */
export const printable = (text: string): string =>
	text.replace(
		/[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu,
		(sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
	);

/** Without the outer layers that only say whether a value may be absent or null. */
const unwrapped = (schema: z.ZodTypeAny): z.ZodTypeAny =>
	schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
		? unwrapped(schema.unwrap() as z.ZodTypeAny)
		: schema;

const oneOf = (words: readonly string[]): string =>
	words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** What a schema of the contract asks for, in words. */
export const expectedWords = (schema: z.ZodTypeAny): string => {
	if (schema === timestamp) return 'a time in ISO 8601';
	if (schema === integer) return 'a whole number';
	if (schema instanceof z.ZodNullable) {
		return `${expectedWords(schema.unwrap() as z.ZodTypeAny)}, or null`;
	}
	if (schema instanceof z.ZodOptional) return expectedWords(schema.unwrap() as z.ZodTypeAny);
	if (schema instanceof z.ZodString) return 'text';
	if (schema instanceof z.ZodNumber) return 'a number';
	if (schema instanceof z.ZodBoolean) return 'true or false';
	if (schema instanceof z.ZodNull) return 'null';
	if (schema instanceof z.ZodArray) return 'a list';
	if (schema instanceof z.ZodObject) return 'an object';
	if (schema instanceof z.ZodLiteral) return JSON.stringify(schema.value);
	if (schema instanceof z.ZodEnum) return oneOf(schema.options as string[]);
	if (schema instanceof z.ZodUnion) {
		return oneOf((schema.options as z.ZodTypeAny[]).map(expectedWords));
	}
	return 'another value';
};

const isTold = (schema: z.ZodTypeAny): boolean => {
	const inner = unwrapped(schema);
	return inner === timestamp || inner instanceof z.ZodEnum || inner instanceof z.ZodLiteral;
};

/**
 * What came, in words. Texts are told only where the contract has fixed ones, or times: elsewhere
 * they may be those of contracts.
 */
export const cameWords = (schema: z.ZodTypeAny, value: unknown): string => {
	if (value === undefined) return 'nothing';
	if (value === null || typeof value === 'boolean') return String(value);
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	if (typeof value === 'number') return isTold(schema) ? String(value) : 'a number';
	if (typeof value !== 'string') return typeof value;
	return isTold(schema) && !value.includes('@') ? `"${shortText(value)}"` : 'text';
};
