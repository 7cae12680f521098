import { exec } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const pages = 'README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md .github docs tools';

/** The longest first, so that all processors work to the end. */
const tools: Readonly<Record<string, string>> = {
	// Room for its syntax trees: a tenth of its time goes to collecting garbage otherwise.
	eslint: 'node --max-semi-space-size=128 node_modules/eslint/bin/eslint.js .',
	// TypeScript 7 is several times as fast as version 5, which ESLint still needs.
	types: 'node node_modules/@typescript/native/bin/tsc --singleThreaded',
	scan: 'tsx tools/scripts/lint/scan.ts',
	form: "prettier --check --log-level warn . '!**/*.md' '!tools/bench/results'",
	circles:
		'depcruise --config tools/scripts/lint/dependencyCruiser.cjs nodes src credentials tools test',
	prose: [
		'tsx tools/scripts/lint/panelTexts.ts',
		`remark --rc-path tools/scripts/lint/remark.mjs --frail --quiet --no-stdout ${pages} build/panel-texts`,
		'cspell lint --config tools/scripts/lint/cspell.json --no-progress --no-summary',
	].join(' && '),
};

/** Runs a tool, and prints what it says if it finds something. */
const passes = async (name: string): Promise<boolean> => {
	const begun = Date.now();
	const ended = await promisify(exec)(tools[name] ?? `echo "no such tool: ${name}"; false`, {
		maxBuffer: Infinity,
	}).catch((error: { stdout: string; stderr: string }) => error);
	const failed = ended instanceof Error;
	const seconds = ((Date.now() - begun) / 1000).toFixed(1);
	console.log(`${failed ? '✖' : '✔'} ${name} (${seconds} s)`);
	if (failed) console.log(`${ended.stdout}${ended.stderr}`.trimEnd());
	return !failed;
};

/** Runs the tools that the arguments name, or all of them, as many at once as there are processors. */
const lint = async (): Promise<void> => {
	const named = process.argv.slice(2);
	const waiting = named.length > 0 ? named : Object.keys(tools);
	const failed: string[] = [];
	const lane = async (): Promise<void> => {
		for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
			if (!(await passes(name))) failed.push(name);
	};
	await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane));
	console.log(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'All passed');
	if (failed.length > 0) process.exitCode = 1;
};

void lint();
