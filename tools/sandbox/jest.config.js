const { transform, testTimeout } = require('../../jest.config');

/**
 * Only the tests of the sandbox, for work on it: they need no build of the node. `npm test` of the
 * node also runs them.
 * @type {import('jest').Config}
 */
module.exports = {
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/browser/'],
	transform,
	testTimeout,
	globalSetup: '<rootDir>/test/support/globalSetup.ts',
	globalTeardown: '<rootDir>/test/support/globalTeardown.ts',
	setupFilesAfterEnv: ['<rootDir>/../../test/support/documentedAnswers.ts'],
};
