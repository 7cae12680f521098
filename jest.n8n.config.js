const { transform, transformIgnorePatterns, setupFilesAfterEnv } = require('./jest.config');

/**
 * What is not run in an older n8n, which the README says: what it has not (a human review before an
 * agent's tool runs, the AI builder), what is done in the editor by the words and places of today's,
 * and what n8n itself does in another way, so that a test made for today's fails.
 */
const inNoOlder = ['\\w+InEditor', 'aiBuilder', 'communityNodes', 'oauth', 'tool\\.retry'];
const notIn = {
	'1.123.81': [...inNoOlder, 'recipes\\.agent', 'tool\\.test', 'triggerStorage'],
	'2.30.8': inNoOlder,
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
