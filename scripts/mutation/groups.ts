/** Code, and the tests that are tested with it. */
export interface Group {
	readonly name: string;
	readonly code: readonly string[];
	readonly tests: readonly string[];
}

/**
 * What is tried together. Each group has only the tests that belong to its code, the lowest ones: a
 * change is then noticed where it was made, and in little time. `src/contract` is in none: it is data,
 * which `test/contract` compares with examples that are written by hand from the API text.
 */
export const groups: readonly Group[] = [
	{
		name: 'client',
		code: ['src/*.ts', '!src/rows.ts'],
		tests: [
			'test/core/{answers,canonical,client,errors,headers,precondition,privateHost,request,retryDelay}.test.ts',
		],
	},
];
