const { transform, testTimeout } = require('../jest.config');

/**
 * The tests of the sandbox alone, for work on it: they need no build of the node. `npm test` of the
 * node runs them, too.
 * @type {import('jest').Config}
 */
module.exports = {
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/browser/'],
	transform,
	testTimeout,
	globalSetup: '<rootDir>/test/support/globalSetup.ts',
	globalTeardown: '<rootDir>/test/support/globalTeardown.ts',
	setupFilesAfterEnv: ['<rootDir>/../test/support/documentedAnswers.ts'],
};
