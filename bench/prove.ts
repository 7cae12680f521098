import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { z } from 'zod';
import { UsageError, readCommandLine } from '../scripts/commandLine';
import { withProjectNode } from '../scripts/n8n/installation/npm';
import { projectFolder } from '../scripts/n8n/places';
import { runScript } from '../scripts/script';

/** A claim that takes too long to verify at each push. */
interface Proof {
	readonly name: string;
	readonly shows: string;
	/** The command that verifies it: a program of the PATH, with its arguments. */
	readonly command: readonly [program: string, ...args: string[]];
	readonly env?: NodeJS.ProcessEnv;
	/** The part of its output for the table. */
	readonly figures: RegExp;
}

const proofs: readonly Proof[] = [
	{
		name: 'changes',
		shows: '10,000 polls of rows that change at random: each change of what is chosen comes out',
		command: ['npm', 'run', 'test:faults', '--', 'pollingChanges'],
		env: { CONTRACT_WORKFLOW_POLLS: '10000' },
		figures: /\d+ polls, .*$/gm,
	},
	{
		name: 'keys',
		shows:
			'n8n killed 20 times among 1,000 launches with a key, and twice among 30,000: none comes to two tasks',
		command: ['npm', 'run', 'test:n8n', '--', 'oncePerKey\\.(killed|many)'],
		env: { CONTRACT_WORKFLOW_KILLS: '20', CONTRACT_WORKFLOW_KEYS: '10001' },
		figures: /^\d+ (?:launches|keys), .*$/gm,
	},
	{
		name: 'claims',
		shows:
			'1,000 deals, each posted to two webhook processes, with workers killed: none comes to two tasks',
		command: ['npm', 'run', 'test:queue', '--', '--testPathPatterns', 'claims'],
		env: { CONTRACT_WORKFLOW_DEALS: '1000' },
		figures: /^\d+ deals in .*$/gm,
	},
	{
		name: 'snapshots',
		shows: 'a snapshot of a sandbox with 10,000 tasks is restored in less than 200 ms',
		command: ['node', '--import', 'tsx', 'bench/snapshots.ts'],
		figures: /^In .* restored in .*$/gm,
	},
	{
		name: 'workers',
		shows: 'one, two and four workers share one rate limit; 10,000 tasks go through four',
		command: ['node', '--import', 'tsx', 'bench/queue/throughput.ts'],
		figures: /^(?:\| \d.*\||[\d,]+ tasks in .*)$/gm,
	},
	{
		name: 'mirror',
		shows: 'a mirror of 100,000 documents is exact, and a run without changes writes none of them',
		command: ['node', '--import', 'tsx', 'bench/mirror/compare.ts'],
		figures: /^\| (?:the recipe|HTTP Request) .*\|$/gm,
	},
	{
		name: 'openapi',
		shows: 'the sandbox answers 10,000 requests made from its OpenAPI document as that says',
		command: ['npm', 'test', '--workspace', 'sandbox', '--', 'fuzz'],
		env: { CONTRACT_WORKFLOW_FUZZ: '10000' },
		figures: /^[\d,]+ requests, .*$/gm,
	},
	...['1.123.81', '2.30.8'].map(
		(version): Proof => ({
			name: `n8n-${version}`,
			shows: `all that n8n ${version} can run of the tests in a real n8n`,
			command: ['npm', 'run', 'test:n8n', '--', '--n8n', version],
			figures: /^Tests: .*$/gm,
		}),
	),
	{
		name: 'fresh',
		shows: 'each Node and npm from an empty home, and machines that lack something',
		command: ['npm', 'run', 'fresh', '--', '--install'],
		figures: /^\| Node .*\|$|^\| \| .*\|$/gm,
	},
];

const names = proofs.map(({ name }) => name);

const help = `Usage: npm run prove -- [names]

Runs what takes too long for each push, and prints one table: all of it, or what is named.

${proofs.map(({ name, shows }) => `  ${name.padEnd(10)} ${shows}`).join('\n')}`;

const readOptions = (): readonly Proof[] => {
	const { positionals } = parseArgs({ allowPositionals: true });
	const unknown = positionals.find((name) => !names.includes(name));
	if (unknown !== undefined) {
		throw new UsageError(`there is no proof '${unknown}'. There are ${names.join(', ')}.`);
	}
	return positionals.length === 0
		? proofs
		: proofs.filter(({ name }) => positionals.includes(name));
};

interface Shown {
	readonly proof: Proof;
	readonly isShown: boolean;
	readonly minutes: number;
	readonly figures: string;
}

const exitCode = z.tuple([z.number().nullable()]).rest(z.unknown());

/** Runs a proof and shows its output immediately. */
const show = async (proof: Proof, signal: AbortSignal): Promise<Shown> => {
	const { name, shows, command, env, figures } = proof;
	console.log(`\n==> ${name}: ${shows}`);
	const started = performance.now();
	const [program, ...args] = command;
	const child = spawn(program, args, {
		cwd: projectFolder,
		env: withProjectNode({ ...process.env, ...env }),
		stdio: ['ignore', 'pipe', 'pipe'],
		signal,
		killSignal: 'SIGTERM',
	});
	let output = '';
	for (const [from, to] of [
		[child.stdout, process.stdout],
		[child.stderr, process.stderr],
	] as const) {
		from.setEncoding('utf8').on('data', (text: string) => {
			output += text;
			to.write(text);
		});
	}
	const [code] = exitCode.parse(await once(child, 'close'));
	return {
		proof,
		isShown: code === 0,
		minutes: (performance.now() - started) / 60_000,
		figures: (output.match(figures) ?? []).join('\n'),
	};
};

const prove = async (wanted: readonly Proof[], signal: AbortSignal): Promise<void> => {
	const table = new Table({
		head: ['Proof', '', 'Minutes', 'Figures'],
		style: { head: [], border: [] },
		wordWrap: true,
		colWidths: [12, 3, 9, 100],
	});
	let failed = 0;
	for (const proof of wanted) {
		const { isShown, minutes, figures } = await show(proof, signal);
		if (!isShown) failed += 1;
		table.push([proof.name, isShown ? '✔' : '✖', minutes.toFixed(1), figures]);
	}
	console.log(`\n${table.toString()}`);
	console.log(`\n${wanted.length - failed} passed, ${failed} failed`);
	if (failed > 0) process.exitCode = 1;
};

const wanted = readCommandLine(help, readOptions);
void runScript(async (signal) => await prove(wanted, signal));
