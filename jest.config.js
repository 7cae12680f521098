const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
	testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/tools/sandbox/test/**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/n8n/',
		'<rootDir>/test/queue/',
		'<rootDir>/test/faults/',
		'<rootDir>/test/properties/',
		'<rootDir>/test/sandboxPackage/',
		'<rootDir>/test/site/',
		'<rootDir>/tools/sandbox/test/browser/',
	],
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{ jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
		],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/mutation/'],
	globalSetup: '<rootDir>/test/support/globalSetup.ts',
	globalTeardown: '<rootDir>/test/support/globalTeardown.ts',
	// Two at least: most of their time is spent waiting.
	maxWorkers: Math.max(2, availableParallelism() - 1),
	// The node looks after its time-outs twice a second, for the last time after its last request.
	workerGracefulExitTimeout: 2_000,
	setupFilesAfterEnv: ['<rootDir>/test/support/documentedAnswers.ts'],
	// It ends what hangs. What is slow on a busy machine is no failure.
	testTimeout: 120_000,
};
