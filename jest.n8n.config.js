const { transform, transformIgnorePatterns } = require('./jest.config');

/**
 * The tests that need a real n8n, one after the other against one instance.
 * @type {import('jest').Config}
 */
module.exports = {
	testMatch: ['<rootDir>/test/n8n/**/*.test.ts'],
	transform,
	transformIgnorePatterns,
	maxWorkers: 1,
	modulePathIgnorePatterns: ['<rootDir>/dist/'],
	globalSetup: '<rootDir>/test/n8n/globalSetup.ts',
	globalTeardown: '<rootDir>/test/n8n/globalTeardown.ts',
	testTimeout: 60_000,
};
