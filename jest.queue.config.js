const { transform, transformIgnorePatterns, setupFilesAfterEnv } = require('./jest.config');

/**
 * The tests of n8n's queue mode, one after the other against one set-up, which `test/queue/run.ts`
 * brings up around them.
 * @type {import('jest').Config}
 */
module.exports = {
	testMatch: [
		'<rootDir>/test/queue/**/*.test.ts',
		'<rootDir>/test/n8n/retry.test.ts',
		// On a worker n8n hands nothing to a tool that is run by itself, so the agents have a model.
		'<rootDir>/test/n8n/recipes.agentWithModel.test.ts',
		'<rootDir>/test/n8n/recipes.agentInTask.test.ts',
	],
	transform,
	transformIgnorePatterns,
	setupFilesAfterEnv,
	maxWorkers: 1,
	modulePathIgnorePatterns: ['<rootDir>/dist/'],
	testTimeout: 300_000,
};
