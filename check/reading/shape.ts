import { z } from 'zod';
import { timestamp } from '../../src/contract';
import { cameWords, expectedWords, shortText } from '../report/words';
import type { Body } from './body';
import { isBody } from './body';
import type { Departure } from './departure';
import { remark } from './departure';

type Path = string;

const fieldAt = (path: Path, name: string): Path => (path === '' ? name : `${path}.${name}`);

const departure = (
	schema: z.ZodTypeAny,
	value: unknown,
	place: Path,
	kind: Departure['kind'],
): Departure => ({
	place: place === '' ? 'the body' : place,
	kind,
	expected: expectedWords(schema),
	came: cameWords(schema, value),
});

const inObject = (
	schema: z.ZodObject<z.ZodRawShape>,
	value: Body,
	sound: SoundEntries,
	path: Path,
): Departure[] => {
	const fields = schema.shape;
	const extra = Object.keys(value).filter((name) => !(name in fields));
	return [
		...Object.entries(fields).flatMap(([name, field]) =>
			departures(field, value[name], sound, fieldAt(path, name)),
		),
		...extra.map((name) =>
			departure(z.undefined(), value[name], fieldAt(path, shortText(name)), 'extra'),
		),
	];
};

const offset = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/;
const clock = /\d{2}:\d{2}/;

/** Whether a text in ISO 8601 says which moment it is. */
export const hasOffset = (text: string): boolean => clock.test(text) && offset.test(text);

/** ISO 8601 has times without an offset, and the API text does not say whether they come. */
const inTime = (text: string, place: Path): Departure[] => {
	if (hasOffset(text)) return [];
	return [
		remark(
			place,
			'ISO 8601, which does not say whether with an offset',
			`"${shortText(text)}"`,
			'n8n reads a time without an offset in the time zone of the workflow. It can be hours off.',
		),
	];
};

/** Fields that a service can fill anew for each answer. */
const renewed = new Set(['next_cursor', 'download_url', 'expires_at']);

/** Entries of lists without a departure, as JSON: a check reads most rows many times. */
export type SoundEntries = WeakMap<z.ZodTypeAny, Set<string>>;

const inEntry = (
	schema: z.ZodTypeAny,
	entry: unknown,
	sound: SoundEntries,
	path: Path,
): Departure[] => {
	const known = sound.get(schema) ?? new Set<string>();
	sound.set(schema, known);
	const json = JSON.stringify(entry);
	if (known.has(json)) return [];
	const found = departures(schema, entry, sound, path);
	if (found.length === 0) known.add(json);
	return found;
};

/**
 * Where a value departs from a schema of the contract, in all its depth.
 * @param sound what earlier answers of the same check had, and what this one adds to it
 */
export const departures = (
	schema: z.ZodTypeAny,
	value: unknown,
	sound: SoundEntries,
	path: Path = '',
): Departure[] => {
	if (schema instanceof z.ZodOptional) {
		return value === undefined
			? []
			: departures(schema.unwrap() as z.ZodTypeAny, value, sound, path);
	}
	if (value === undefined) {
		return schema.safeParse(value).success ? [] : [departure(schema, value, path, 'missing')];
	}
	if (value === null) {
		return schema.safeParse(value).success ? [] : [departure(schema, value, path, 'null')];
	}
	if (schema instanceof z.ZodNullable) {
		const inner = departures(schema.unwrap() as z.ZodTypeAny, value, sound, path);
		const isHere = ({ place }: Departure): boolean => place === (path === '' ? 'the body' : path);
		return inner.map((one) => (isHere(one) ? { ...one, expected: expectedWords(schema) } : one));
	}
	if (schema instanceof z.ZodObject && isBody(value)) {
		return inObject(schema as z.ZodObject<z.ZodRawShape>, value, sound, path);
	}
	if (schema instanceof z.ZodArray && Array.isArray(value)) {
		return value.flatMap((entry, index) =>
			inEntry(schema.element as z.ZodTypeAny, entry, sound, `${path}[${index}]`),
		);
	}
	if (!schema.safeParse(value).success) return [departure(schema, value, path, 'value')];
	return schema === timestamp && typeof value === 'string' ? inTime(value, path) : [];
};

/** What of an answer the contract knows, without what is new in each answer. */
export const lastingPart = (schema: z.ZodTypeAny, value: unknown): unknown => {
	if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
		return lastingPart(schema.unwrap() as z.ZodTypeAny, value);
	}
	if (schema instanceof z.ZodArray && Array.isArray(value)) {
		return value.map((entry) => lastingPart(schema.element as z.ZodTypeAny, entry));
	}
	if (!(schema instanceof z.ZodObject) || !isBody(value)) return value;
	const fields = Object.entries((schema as z.ZodObject<z.ZodRawShape>).shape);
	return fields
		.filter(([name]) => !renewed.has(name))
		.map(([name, field]) => lastingPart(field, value[name]));
};
