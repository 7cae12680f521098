import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packageFolderVariable } from '../../test/support/packedPackage';
import { UsageError, readCommandLine } from './commandLine';
import type { Group } from './mutation/groups';
import { groups } from './mutation/groups';
import { projectFolder } from './n8n/places';
import { runScript } from './script';

const help = `Usage: npm run mutation -- [options] [group...]

Changes the code in one small place after the other, and shows which changes no
test notices. What was tried before and is the same since is not tried again.

Groups: ${groups.map(({ name }) => name).join(', ')} (default: all of them)

Options:
  -h, --help               show this help`;

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

/** Tries the code of a group. Returns whether the tests noticed enough of the changes. */
const mutate = async (group: Group, signal: AbortSignal): Promise<boolean> => {
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
	return code === 0;
};

const readGroups = () => {
	const { positionals } = parseArgs({ allowPositionals: true });
	const unknown = positionals.find((given) => !groups.some(({ name }) => name === given));
	if (unknown !== undefined) throw new UsageError(`There is no group '${unknown}'.`);
	return groups.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
};

const chosen = readCommandLine(help, readGroups);

void runScript(async (signal) => {
	for (const group of chosen) if (!(await mutate(group, signal))) process.exitCode = 1;
});
