import type { INodeExecutionData } from 'n8n-workflow';
import { isRecord } from './propertyValue';

/** `={{ $json.a.b }}` or `={{ $json["a"] }}`: only names in sequence. */
const plainPath =
	/^=\{\{\s*\$json((?:\.[A-Za-z_$][\w$]*|\["[^"\\{}\n]*"\]|\['[^'\\{}\n]*'\])+)\s*\}\}$/;
const nameInPath = /\.([\w$]+)|\["([^"]*)"\]|\['([^']*)'\]/g;

/** The names of a plain path; undefined for any other expression. */
const namesIn = (expression: string): readonly string[] | undefined => {
	const path = plainPath.exec(expression)?.[1];
	if (path === undefined) return undefined;
	return [...path.matchAll(nameInPath)].map(
		([, name, quoted, singleQuoted]) => name ?? quoted ?? singleQuoted ?? '',
	);
};

/** n8n's engine may not have enough memory for a longer text. */
const longestText = 100_000;

/** Whether n8n passes a value on unchanged, with any expression engine. */
const isPlain = (value: unknown): boolean =>
	value === null ||
	typeof value === 'boolean' ||
	Number.isFinite(value) ||
	(typeof value === 'string' && value.length <= longestText && !/\p{Cs}/u.test(value));

/** A JSON object, also of another realm. n8n shows its fields unchanged. */
const isPlainRecord = (value: unknown): value is Readonly<Record<string, unknown>> => {
	if (!isRecord(value) || typeof value.toJSON === 'function') return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** The value at a path; undefined if it is not a plain value within plain objects. */
const valueAt = (json: unknown, names: readonly string[]): unknown => {
	let value = json;
	for (const name of names) {
		if (!isPlainRecord(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return isPlain(value) ? value : undefined;
};

/** A parameter, or a part of one. */
export interface RawParameter {
	readonly path: string;
	/** The value in the workflow. n8n evaluates each part of it. */
	readonly raw: unknown;
	/** Extracts the part that n8n returns; undefined if it extracts nothing. */
	readonly taken?: (whole: unknown) => unknown;
}

/**
 * Reads parameters whose expressions are plain paths from the item itself. n8n starts its
 * expression engine for each, which takes longer than everything else for an item. n8n evaluates
 * each text first. Once both results were equal for an item, n8n is not called again for that text.
 */
export const createPlainReader = (items: readonly INodeExecutionData[]) => {
	const known = new Map<string, readonly string[] | undefined>();
	const trusted = new Set<string>();
	const pathIn = (expression: string): readonly string[] | undefined => {
		if (!known.has(expression)) known.set(expression, namesIn(expression));
		return known.get(expression);
	};
	const resolved = (raw: unknown, json: unknown): unknown => {
		if (typeof raw === 'string' && raw.startsWith('=')) {
			const names = pathIn(raw);
			return names && valueAt(json, names);
		}
		if (typeof raw !== 'object' || raw === null) return raw;
		const parts = Object.entries(raw).map(
			([name, part]: [string, unknown]) => [name, resolved(part, json)] as const,
		);
		if (parts.some(([, part]) => part === undefined)) return undefined;
		return Array.isArray(raw) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
	};
	return ({ path, raw, taken }: RawParameter, itemIndex: number, ask: () => unknown): unknown => {
		const whole = resolved(raw, items[itemIndex]?.json);
		const own = taken ? taken(whole) : whole;
		if (own === undefined) return ask();
		if (trusted.has(path)) return own;
		const given = ask();
		if (JSON.stringify(given) === JSON.stringify(own)) trusted.add(path);
		return given;
	};
};
