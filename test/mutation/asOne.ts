import { describe, jest } from '@jest/globals';

/*
 * The test files of one group as one: Jest loads all modules anew for each file, and would do so for
 * each mutant. `scripts/mutation.ts` says which they are.
 */

declare const mutationTests: readonly string[];

describe.each(mutationTests)('%s', (file) => {
	jest.requireActual(`../../${file}`);
});
