import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, describe } from '@jest/globals';
import type * as N8nHost from '../support/n8nHost';

/*
 * The tests of one group as one file for Mocha, so that hooks outside of any `describe` are those of
 * their own file only.
 */

interface Suite {
	eachTest(change: (test: object) => void): void;
}

const load = createRequire(__filename);
const files = JSON.parse(process.env.MUTATION_TESTS ?? '[]') as string[];

for (const file of files) {
	const place = path.resolve(file);
	const suite: unknown = describe(file, () => void load(place));
	// StrykerJS tries again what the tests of a changed file noticed.
	(suite as Suite).eachTest((test) => Object.assign(test, { file: place }));
}

// What n8n reads when it loads the nodes is made once, for whichever test is first.
beforeAll(async () => {
	if (!files.some((file) => file.startsWith('test/nodes/'))) return;
	const { loadNode } = load('../support/n8nHost.ts') as typeof N8nHost;
	await loadNode();
});
