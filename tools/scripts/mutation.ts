import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFolderVariable } from '../../test/support/packedPackage';
import type { Group } from './mutation/groups';
import { groups } from './mutation/groups';
import { projectFolder } from './n8n/places';
import { SetupError, runScript } from './script';

/** What CI keeps between its runs: the tested code, with its results. */
const folder = path.join(projectFolder, '.cache', 'mutation');

const optionsOf = ({ name, code }: Group) => ({
	mutate: code,
	testRunner: 'mocha',
	plugins: ['@stryker-mutator/mocha-runner'],
	mochaOptions: { spec: ['test/mutation/asOne.ts'], 'no-config': true },
	testRunnerNodeArgs: ['--require', 'tsx/cjs'],
	buildCommand: 'tsx test/mutation/sourcePackage.ts',
	coverageAnalysis: 'perTest',
	incremental: true,
	incrementalFile: path.join(folder, `${name}.json`),
	tempDirName: path.join(folder, 'work'),
	ignorePatterns: [
		...['build', 'dist', 'docs', 'recipes', 'release', 'tools/bench', '.cache'].map(
			(part) => `/${part}`,
		),
		// Here Node would take them for the code beside them.
		'*.node.json',
	],
	// Code that runs while a file is loaded would need all tests of the group for each mutation.
	ignoreStatic: true,
	concurrency: 2,
	// On a busy machine, a shorter time would count a slow test as one that noticed.
	timeoutMS: 30_000,
	// Below 90 %, Stryker ends with 1.
	thresholds: { high: 95, low: 90, break: 90 },
	reporters: ['progress-append-only', 'clear-text'],
	clearTextReporter: { reportTests: false, logTests: false },
});

/**
 * Changes the code of a group in one small place after the other, and shows which changes no test
 * notices. What was tried before and is the same since is not tried again.
 */
const mutate = async (group: Group, signal: AbortSignal): Promise<void> => {
	const tests = group.tests.flatMap((pattern) => globSync(pattern, { cwd: projectFolder }).sort());
	await mkdir(folder, { recursive: true });
	const config = path.join(folder, `${group.name}.config.json`);
	await writeFile(config, JSON.stringify(optionsOf(group)));
	const stryker = path.join(projectFolder, 'node_modules', '.bin', 'stryker');
	const child = spawn(process.execPath, [stryker, 'run', config], {
		cwd: projectFolder,
		stdio: 'inherit',
		signal,
		env: {
			...process.env,
			NODE_ENV: 'test',
			[packageFolderVariable]: path.join('.cache', 'package'),
			MUTATION_TESTS: JSON.stringify(tests),
			TSX_TSCONFIG_PATH: path.join('test', 'mutation', 'tsconfig.json'),
		},
	});
	const [code] = (await once(child, 'exit')) as [number | null];
	if (code !== 0) process.exitCode = 1;
};

/** Tries the groups that the command line names, or all. */
void runScript(async (signal) => {
	const names = process.argv.slice(2);
	const chosen = groups.filter(({ name }) => names.length === 0 || names.includes(name));
	if (chosen.length === 0) {
		throw new SetupError(`The groups are ${groups.map(({ name }) => name).join(', ')}.`);
	}
	for (const group of chosen) await mutate(group, signal);
});
