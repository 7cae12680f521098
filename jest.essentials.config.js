const n8n = require('./jest.n8n.config');

/**
 * What each version of n8n that this package is tested with must show: it loads, its panels and
 * lists, its reads and writes, triggers, questions, plans, keys, receipts, and the recipes.
 * @type {import('jest').Config}
 */
module.exports = {
	...n8n,
	testMatch: [
		'panels',
		'pickers',
		'credentials',
		'trigger',
		'pollingTrigger',
		'waiting',
		'tool.dryRun',
		'oncePerKey',
		'recipeNodes',
		// The one that is left out waits for a minute of n8n's clock.
		'recipes.!(questionLimit)',
	].map((name) => `<rootDir>/test/n8n/${name}.test.ts`),
};
