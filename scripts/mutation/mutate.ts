import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFolderVariable } from '../../test/support/packedPackage';
import { projectFolder } from '../n8n/places';
import type { Group } from './groups';
import { report } from './survivors';

/** What CI keeps between its runs: the tested code, with its results. */
const folder = path.join(projectFolder, '.cache', 'mutation');

const optionsOf = (code: readonly string[], incrementalFile: string) => ({
	mutate: code,
	testRunner: 'mocha',
	plugins: ['@stryker-mutator/mocha-runner'],
	mochaOptions: { spec: ['test/mutation/asOne.ts'], 'no-config': true },
	testRunnerNodeArgs: ['--require', 'tsx/cjs'],
	buildCommand: 'tsx test/mutation/sourcePackage.ts',
	coverageAnalysis: 'perTest',
	incremental: true,
	incrementalFile,
	tempDirName: path.join(folder, 'work'),
	ignorePatterns: [
		...['bench', 'build', 'dist', 'docs', 'recipes', 'release', '.cache'].map((part) => `/${part}`),
		// Here Node would take them for the code beside them.
		'*.node.json',
	],
	// Code that runs while a file is loaded would need all tests of the group for each mutation.
	ignoreStatic: true,
	concurrency: 2,
	// On a busy machine, a shorter time would count a slow test as one that noticed.
	timeoutMS: 30_000,
	reporters: ['progress-append-only'],
});

/** Tries the code of a group, save what was tried before and is the same since. */
export const mutate = async ({ name, code, ...group }: Group, signal: AbortSignal) => {
	const tests = group.tests.flatMap((pattern) => globSync(pattern, { cwd: projectFolder }).sort());
	await mkdir(folder, { recursive: true });
	const kept = path.join(folder, `${name}.json`);
	const config = path.join(folder, `${name}.config.json`);
	await writeFile(config, JSON.stringify(optionsOf(code, kept)));
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
	const [exit] = (await once(child, 'exit')) as [number | null];
	if (exit !== 0) throw new Error(`Stryker ended with ${exit}.`);
	return report.parse(JSON.parse(await readFile(kept, 'utf8')));
};
