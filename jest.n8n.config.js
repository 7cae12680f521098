const { transform, transformIgnorePatterns, setupFilesAfterEnv } = require('./jest.config');

/**
 * Tests of what an older n8n has not: a human review before an agent's tool runs, and the AI builder.
 * The mirrors are for the n8n with which they were made.
 */
const notIn = {
	'1.123.81': ['recipes\\.agent', 'recipes\\.mirror', 'aiBuilder'],
	'2.30.8': ['recipes\\.mirror'],
};

/**
 * The tests that need a real n8n, one after the other against one instance.
 * @type {import('jest').Config}
 */
module.exports = {
	testMatch: ['<rootDir>/test/n8n/**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		...(notIn[process.env.CONTRACT_WORKFLOW_N8N_VERSION] ?? []).map(
			(name) => `<rootDir>/test/n8n/${name}`,
		),
	],
	transform,
	transformIgnorePatterns,
	setupFilesAfterEnv,
	maxWorkers: 1,
	modulePathIgnorePatterns: ['<rootDir>/dist/'],
	globalSetup: '<rootDir>/test/n8n/globalSetup.ts',
	globalTeardown: '<rootDir>/test/n8n/globalTeardown.ts',
	testTimeout: 60_000,
};
