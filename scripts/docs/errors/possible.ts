import type ts from 'typescript';
import type { Scope } from './source';

/** Stands for what is known only when the code runs. */
export const gap = '…';

/** Which branch was taken, by the place of each, so that two texts of one error fit together. */
export type Branches = ReadonlyMap<string, number>;

/** A text, or a literal with what stands for its parameters; undefined where it is not known. */
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

/** Both ways together; undefined where they exclude each other. */
export const together = (one: Branches, other: Branches): Branches | undefined =>
	[...other].every(([place, branch]) => (one.get(place) ?? branch) === branch)
		? new Map([...one, ...other])
		: undefined;

/** The same values, as far as they fit to branches that were taken before. */
export const along = <V>(
	branches: Branches,
	found: ReadonlyArray<Possible<V>>,
): ReadonlyArray<Possible<V>> =>
	found.flatMap((one) => {
		const all = together(branches, one.branches);
		return all ? [{ value: one.value, branches: all }] : [];
	});

/** Values of which one is taken, at a place. */
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

/** Texts one after the other. */
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
