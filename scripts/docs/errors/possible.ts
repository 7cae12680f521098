import type ts from 'typescript';
import type { Scope } from './source';

/** Replaces what is only known at run time. */
export const gap = '…';

/** Which branch was taken, by its position, so that two texts of one error match. */
export type Branches = ReadonlyMap<string, number>;

/** A text, or a literal with the values of its parameters; undefined if not known. */
export type Value = string | { readonly literal: ts.Expression; readonly scope: Scope } | undefined;

/** One value that an expression can have. */
export interface Possible<V = Value> {
	readonly value: V;
	readonly branches: Branches;
}

export const noBranches: Branches = new Map();

export const certain = <V extends Value>(value: V): ReadonlyArray<Possible<V>> => [
	{ value, branches: noBranches },
];

export const unknown: readonly Possible[] = certain(undefined);

/** Both branches together; undefined if they exclude each other. */
export const together = (one: Branches, other: Branches): Branches | undefined =>
	[...other].every(([place, branch]) => (one.get(place) ?? branch) === branch)
		? new Map([...one, ...other])
		: undefined;

/** The same values, if they are compatible with the branches taken before. */
export const along = <V>(
	branches: Branches,
	found: ReadonlyArray<Possible<V>>,
): ReadonlyArray<Possible<V>> =>
	found.flatMap((one) => {
		const all = together(branches, one.branches);
		return all ? [{ value: one.value, branches: all }] : [];
	});

/** Alternative values at a position of the code. */
export const branched = (
	place: string,
	ways: ReadonlyArray<readonly Possible[]>,
): readonly Possible[] => {
	const [only = unknown, ...others] = ways;
	return others.length === 0
		? only
		: ways.flatMap((way, index) => along(new Map([[place, index]]), way));
};

/** A value as text. */
export const asText = (value: Value): string => (typeof value === 'string' ? value : gap);

/** Texts in sequence. */
export const joined = (
	parts: ReadonlyArray<readonly Possible[]>,
	separator = '',
): ReadonlyArray<Possible<string>> =>
	parts.reduce<ReadonlyArray<Possible<string>>>(
		(before, part) =>
			before.flatMap((one) =>
				along(one.branches, part).map(({ value, branches }) => ({
					value: [one.value, asText(value)].filter(Boolean).join(separator),
					branches,
				})),
			),
		certain(''),
	);
