import type { INodeExecutionData } from 'n8n-workflow';
import { isRecord } from './propertyValue';

/** `={{ $json.a.b }}` or `={{ $json["a"] }}`: nothing but names, one behind the other. */
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

/** A longer text, n8n's engine may have no memory for. */
const longestText = 100_000;

/** Whether n8n hands a value on as it is, whichever engine runs its expressions. */
const isPlain = (value: unknown): boolean =>
	value === null ||
	typeof value === 'boolean' ||
	Number.isFinite(value) ||
	(typeof value === 'string' && value.length <= longestText && !/\p{Cs}/u.test(value));

/** An object as JSON has them, also one of another realm, of which n8n shows the fields as they are. */
const isPlainRecord = (value: unknown): value is Readonly<Record<string, unknown>> => {
	if (!isRecord(value) || typeof value.toJSON === 'function') return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** What stands at a path; undefined where that is no plain value of plain objects. */
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
	/** What the workflow holds there, of which n8n evaluates each part. */
	readonly raw: unknown;
	/** Takes out of that what n8n gives, where that is not all; undefined where n8n takes a part of it. */
	readonly taken?: (whole: unknown) => unknown;
}

/**
 * Reads parameters whose expressions are plain paths from the item itself: n8n starts its expression
 * engine for each, which takes longer than all else that is done for an item. n8n judges the text
 * first: only where it gave the same for an item before, it is not asked again.
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
