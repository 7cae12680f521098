const { transform, transformIgnorePatterns, setupFilesAfterEnv } = require('./jest.config');

/**
 * The tests that need a Chromium; CHROMIUM_PATH names one that lies elsewhere.
 * @type {import('jest').Config}
 */
module.exports = {
	testMatch: ['<rootDir>/sandbox/test/browser/**/*.test.ts'],
	transform,
	transformIgnorePatterns,
	globalSetup: '<rootDir>/sandbox/test/support/globalSetup.ts',
	globalTeardown: '<rootDir>/sandbox/test/support/globalTeardown.ts',
	setupFilesAfterEnv,
	modulePathIgnorePatterns: ['<rootDir>/dist/'],
	testTimeout: 60_000,
};
