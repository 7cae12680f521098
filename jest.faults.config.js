const {
	transform,
	transformIgnorePatterns,
	globalSetup,
	globalTeardown,
	setupFilesAfterEnv,
} = require('./jest.config');

/**
 * The tests of what happens when things go wrong: the packed node in n8n's own engine against
 * servers that fail, counted on the server's side. Most of their time is spent waiting.
 * @type {import('jest').Config}
 */
module.exports = {
	testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
	transform,
	transformIgnorePatterns,
	globalSetup,
	globalTeardown,
	setupFilesAfterEnv,
	maxWorkers: 2,
	// The node looks after its time-outs twice a second, for the last time after its last request.
	workerGracefulExitTimeout: 2_000,
	modulePathIgnorePatterns: ['<rootDir>/dist/'],
	testTimeout: 60_000,
};
