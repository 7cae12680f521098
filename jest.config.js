const { availableParallelism } = require('node:os');

const common = {
	rootDir: __dirname,
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{ jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
		],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/mutation/'],
};

/**
 * The package is packed once, for tests that run it in n8n's own engine. Every answer of a sandbox in the
 * process of a test is held to the contract.
 */
const packed = {
	...common,
	setupFilesAfterEnv: ['<rootDir>/test/support/documentedAnswers.ts'],
	globalSetup: '<rootDir>/test/support/globalSetup.ts',
};

/** What `npm test` runs, and a bare `jest`. */
const unit = {
	...packed,
	runtime: '<rootDir>/test/support/oncePerProcess.cjs',
	testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/tools/sandbox/test/**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		...['n8n', 'queue', 'faults', 'sandboxPackage', 'site'].map(
			(folder) => `<rootDir>/test/${folder}/`,
		),
		'<rootDir>/tools/sandbox/test/browser/',
	],
};

const n8n = {
	...common,
	runtime: '<rootDir>/test/support/oncePerProcess.cjs',
	globalSetup: '<rootDir>/test/n8n/globalSetup.ts',
	globalTeardown: '<rootDir>/test/n8n/globalTeardown.ts',
};

/** What each older version of n8n must show. */
const essentials = [
	'panels',
	'pickers',
	'credentials',
	'trigger',
	'pollingTrigger',
	'recipes.trials',
	'silence.waiting',
];
const inN8n = process.env.CONTRACT_WORKFLOW_N8N_VERSION
	? essentials.map((name) => `<rootDir>/test/n8n/${name}.test.ts`)
	: ['<rootDir>/test/n8n/**/*.test.ts'];

/** The tests that start servers, or need a real n8n: `--selectProjects` names them. */
const projects = [
	{ ...n8n, displayName: 'n8n', testMatch: inN8n },
	{
		...common,
		runtime: n8n.runtime,
		displayName: 'queue',
		testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
	},
	{ ...packed, displayName: 'faults', testMatch: ['<rootDir>/test/faults/**/*.test.ts'] },
	{
		...common,
		displayName: 'sandbox',
		testMatch: ['<rootDir>/test/sandboxPackage/**/*.test.ts'],
		globalSetup: '<rootDir>/test/sandboxPackage/globalSetup.ts',
	},
	{
		...packed,
		displayName: 'browser',
		testMatch: [
			'<rootDir>/tools/sandbox/test/browser/**/*.test.ts',
			'<rootDir>/test/site/**/*.test.ts',
		],
	},
];

/** A timeout ends what hangs. What is slow on a busy machine is no failure. */
const minutes = 60_000;
const isSelected = process.argv.some((argument) => argument.startsWith('--selectProjects'));

/** @type {import('jest').Config} */
module.exports = {
	// The node looks after its time-outs twice a second, for the last time after its last request.
	workerGracefulExitTimeout: 2_000,
	...(isSelected
		? {
				projects,
				testTimeout: 10 * minutes,
				testSequencer: '<rootDir>/test/n8n/longestFirst.cjs',
			}
		: {
				...unit,
				testTimeout: 2 * minutes,
				// Two at least: most of their time is spent waiting.
				maxWorkers: Math.max(2, availableParallelism() - 1),
			}),
};
