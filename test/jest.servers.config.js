const path = require('node:path');
const { transform, setupFilesAfterEnv, ...shared } = require('../jest.config');

/*
 * The tests that need more than `npm test` may take: `--selectProjects` names which. Apart from
 * jest.config.js, so that a bare `jest` runs none of them. Jest has one number of workers for all
 * projects, so the scripts say it.
 */

const common = {
	rootDir: path.join(__dirname, '..'),
	transform,
	setupFilesAfterEnv,
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/mutation/'],
};

/**
 * What is not run in an older n8n, which the README says: what it has not (the AI builder, a chat or an MCP
 * server that says who is signed in), what is done in the editor by the words and places of today's,
 * and what n8n itself does in another way, so that a test made for today's fails.
 */
const inNoOlder = [
	'\\w+InEditor',
	'aiBuilder',
	'communityNodes',
	'mcp',
	'oauth',
	'recipes\\.agent',
	'release\\.test',
	'tool\\.retry',
];
const notIn = {
	'1.123.81': [...inNoOlder, 'recipes\\.signedIn', 'tool\\.test', 'triggerStorage'],
	'2.30.8': inNoOlder,
};

/** In today's n8n `npm run demo` runs the trials, and at the address of one they cannot start their own. */
const shownElsewhere = ['recipes\\.trials'];
const version = process.env.CONTRACT_WORKFLOW_N8N_VERSION;
const notRun = version === undefined ? shownElsewhere : (notIn[version] ?? []);

const n8n = {
	...common,
	testPathIgnorePatterns: ['/node_modules/', ...notRun.map((name) => `<rootDir>/test/n8n/${name}`)],
	globalSetup: '<rootDir>/test/n8n/globalSetup.ts',
	globalTeardown: '<rootDir>/test/n8n/globalTeardown.ts',
};

/** @type {import('jest').Config} */
module.exports = {
	workerGracefulExitTimeout: shared.workerGracefulExitTimeout,
	// It ends what hangs. What is slow on a busy machine is no failure.
	testTimeout: 600_000,
	projects: [
		{
			...n8n,
			displayName: 'n8n',
			testMatch: ['<rootDir>/test/n8n/**/*.test.ts'],
		},
		{
			...n8n,
			// What each version of n8n must show at each push: it loads, its panels and lists, its
			// credentials, both triggers, and the recipes, which read and write.
			displayName: 'essentials',
			testMatch: [
				'panels',
				'pickers',
				'credentials',
				'trigger',
				'pollingTrigger',
				'recipeNodes',
				'recipes.trials',
			].map((name) => `<rootDir>/test/n8n/${name}.test.ts`),
		},
		{
			...common,
			// n8n's queue mode, which `test/queue/run.ts` brings up around them.
			displayName: 'queue',
			testMatch: [
				'<rootDir>/test/queue/**/*.test.ts',
				'<rootDir>/test/n8n/retry.test.ts',
				'<rootDir>/test/n8n/recipes.agents.test.ts',
			],
		},
		{
			...common,
			// What happens when things go wrong: the packed node in n8n's own engine against servers
			// that fail, counted on the server's side.
			displayName: 'faults',
			testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
			globalSetup: shared.globalSetup,
			globalTeardown: shared.globalTeardown,
		},
		{
			...common,
			// Random values in every parameter: the packed node in n8n's context of an execution, without sockets.
			displayName: 'properties',
			testMatch: ['<rootDir>/test/properties/**/*.test.ts'],
			globalSetup: shared.globalSetup,
			globalTeardown: shared.globalTeardown,
		},
		{
			...common,
			// The package of the sandbox, installed from its tarball with each Node that it takes.
			displayName: 'sandbox',
			testMatch: ['<rootDir>/test/sandboxPackage/**/*.test.ts'],
			globalSetup: '<rootDir>/test/sandboxPackage/globalSetup.ts',
			globalTeardown: '<rootDir>/test/sandboxPackage/globalTeardown.ts',
		},
		{
			...common,
			// The page of the sandbox, and the site of the documentation, in a Chromium; CHROMIUM_PATH names
			// one that lies elsewhere.
			displayName: 'browser',
			testMatch: [
				'<rootDir>/tools/sandbox/test/browser/**/*.test.ts',
				'<rootDir>/test/site/**/*.test.ts',
			],
			globalSetup: '<rootDir>/tools/sandbox/test/support/globalSetup.ts',
			globalTeardown: '<rootDir>/tools/sandbox/test/support/globalTeardown.ts',
		},
	],
};
