const n8n = require('./jest.n8n.config');

/**
 * What each version of n8n that this package is tested with must show at each push: it loads, its
 * panels and lists, its credentials, both triggers, and the recipes, which read and write.
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
		'recipeNodes',
		// The one that is left out waits for a minute of n8n's clock.
		'recipes.!(questionLimit)',
	].map((name) => `<rootDir>/test/n8n/${name}.test.ts`),
};
