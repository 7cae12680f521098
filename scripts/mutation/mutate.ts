import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../n8n/places';
import type { Group } from './groups';
import { report } from './survivors';

/** What CI keeps between its runs: the tested code, with its results. */
const folder = path.join(projectFolder, '.cache', 'mutation');

const jestOf = (tests: readonly string[]) => ({
	projectType: 'custom',
	enableFindRelatedTests: false,
	config: {
		testMatch: ['<rootDir>/test/mutation/asOne.ts'],
		roots: ['nodes', 'src', 'test'].map((root) => `<rootDir>/${root}`),
		testEnvironment: path.join(projectFolder, 'test', 'mutation', 'stopAtFailure.cjs'),
		globals: { mutationTests: tests },
		// Other tests validate the sandbox's responses against the document, and the document is not
		// packed.
		setupFilesAfterEnv: [],
		globalSetup: null,
		globalTeardown: null,
	},
});

const optionsOf = (code: readonly string[], tests: readonly string[], incrementalFile: string) => ({
	mutate: code,
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	jest: jestOf(tests),
	coverageAnalysis: 'perTest',
	incremental: true,
	incrementalFile,
	tempDirName: path.join(folder, 'work'),
	ignorePatterns: ['bench', 'build', 'dist', 'docs', 'recipes', 'release', 'scripts', '.cache'].map(
		(part) => `/${part}`,
	),
	// Code that runs while a file is loaded would need all tests of the group for each mutation.
	ignoreStatic: true,
	concurrency: 2,
	timeoutMS: 20_000,
	reporters: ['progress-append-only'],
});

/**
 * Stryker does not notice when the code of a test changes but its name does not. So a report is
 * only valid for these tests.
 */
const reportOf = async (name: string, tests: readonly string[]): Promise<string> => {
	const hash = createHash('sha256');
	for (const test of tests) hash.update(await readFile(path.join(projectFolder, test)));
	return path.join(folder, `${name}.${hash.digest('hex').slice(0, 16)}.json`);
};

/** Tests the code of a group, except unchanged code that was tested before. */
export const mutate = async ({ name, code, ...group }: Group, signal: AbortSignal) => {
	const tests = globSync(group.tests, { cwd: projectFolder }).sort();
	await mkdir(folder, { recursive: true });
	const kept = await reportOf(name, tests);
	const config = path.join(folder, `${name}.config.json`);
	await writeFile(config, JSON.stringify(optionsOf(code, tests, kept)));
	const stryker = path.join(projectFolder, 'node_modules', '.bin', 'stryker');
	const child = spawn(process.execPath, [stryker, 'run', config], {
		cwd: projectFolder,
		stdio: 'inherit',
		signal,
	});
	const [exit] = (await once(child, 'exit')) as [number | null];
	if (exit !== 0) throw new Error(`Stryker ended with ${exit}.`);
	return report.parse(JSON.parse(await readFile(kept, 'utf8')));
};
