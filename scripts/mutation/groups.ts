/** Code, and the tests that must detect its mutations. */
export interface Group {
	readonly name: string;
	readonly code: readonly string[];
	readonly tests: readonly string[];
}

/**
 * The groups for mutation testing. Each group has only the lowest-level tests for its code. A
 * mutation is then detected where it was made, and quickly. `src/contract` is in no group: it is
 * data, which `test/contract` compares with hand-written examples from the API text.
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
