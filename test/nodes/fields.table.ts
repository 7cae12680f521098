import { operations } from '../support/operations.table';

type Row = readonly [
	string,
	{ readonly operation: string; readonly names: Readonly<Record<string, string>> },
];

/** By endpoint: the operation, and the names of its fields in the panel. */
export const fields = Object.fromEntries(
	operations.flatMap(({ name, endpoint, accessTokenEndpoint, fields: names }): Row[] => [
		[endpoint, { operation: name, names }],
		...(accessTokenEndpoint
			? [[accessTokenEndpoint, { operation: name, names: {} }] satisfies Row]
			: []),
	]),
);
