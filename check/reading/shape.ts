import { z } from 'zod';
import { cameWords, expectedWords, shortText } from '../report/words';

/** One place of an answer that is not as the contract has it. */
export interface Departure {
	/** With indices, for example `tasks[3].status`. */
	readonly place: string;
	/** `extra`: a field that the contract does not know, which breaks nothing. */
	readonly kind: 'missing' | 'null' | 'value' | 'extra';
	readonly expected: string;
	readonly came: string;
}

type Path = string;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

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
	value: Readonly<Record<string, unknown>>,
	path: Path,
): Departure[] => {
	const fields = schema.shape;
	const extra = Object.keys(value).filter((name) => !(name in fields));
	return [
		...Object.entries(fields).flatMap(([name, field]) =>
			departures(field, value[name], fieldAt(path, name)),
		),
		...extra.map((name) =>
			departure(z.undefined(), value[name], fieldAt(path, shortText(name)), 'extra'),
		),
	];
};

/** Where a value departs from a schema of the contract, in all its depth. */
export const departures = (schema: z.ZodTypeAny, value: unknown, path: Path = ''): Departure[] => {
	if (schema instanceof z.ZodOptional) {
		return value === undefined ? [] : departures(schema.unwrap() as z.ZodTypeAny, value, path);
	}
	if (value === undefined) {
		return schema.safeParse(value).success ? [] : [departure(schema, value, path, 'missing')];
	}
	if (value === null) {
		return schema.safeParse(value).success ? [] : [departure(schema, value, path, 'null')];
	}
	if (schema instanceof z.ZodNullable) {
		const inner = departures(schema.unwrap() as z.ZodTypeAny, value, path);
		const isHere = ({ place }: Departure): boolean => place === (path === '' ? 'the body' : path);
		return inner.map((one) => (isHere(one) ? { ...one, expected: expectedWords(schema) } : one));
	}
	if (schema instanceof z.ZodObject && isObject(value)) {
		return inObject(schema as z.ZodObject<z.ZodRawShape>, value, path);
	}
	if (schema instanceof z.ZodArray && Array.isArray(value)) {
		return value.flatMap((entry, index) =>
			departures(schema.element as z.ZodTypeAny, entry, `${path}[${index}]`),
		);
	}
	return schema.safeParse(value).success ? [] : [departure(schema, value, path, 'value')];
};
