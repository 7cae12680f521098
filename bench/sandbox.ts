import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import Table from 'cli-table3';
import { z } from 'zod';
import type { Load } from './load';
import { endLoad, median, rateOf } from './load';

const rounds = 15;
/** How often the sandbox is started for the time until it is ready. */
const starts = 7;
const megabyte = 1024;

const target = z.object({
	baseUrl: z.string(),
	bareUrl: z.string(),
	apiKey: z.string(),
	task: z.string(),
	bodies: z.array(z.string()),
});

const main = path.join(__dirname, '../sandbox/main.ts');

interface Started {
	readonly child: ChildProcess;
	readonly line: string;
	/** From the start of the process to its first line. */
	readonly milliseconds: number;
}

/** Starts a script and waits for its first line. */
const start = async (script: string, ...options: string[]): Promise<Started> => {
	const begun = performance.now();
	const child = spawn(process.execPath, ['--import', 'tsx', script, ...options], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	for await (const line of createInterface({ input: child.stdout })) {
		return { child, line, milliseconds: performance.now() - begun };
	}
	throw new Error(`${script} ended before it was ready`);
};

const stop = async ({ child }: Started): Promise<void> => {
	const ended = once(child, 'exit');
	child.kill('SIGTERM');
	await ended;
};

/** Median time until the sandbox is ready with its default data, in milliseconds. */
const measureReady = async (): Promise<number> => {
	const times: number[] = [];
	for (let count = 0; count < starts; count += 1) {
		const started = await start(main);
		times.push(started.milliseconds);
		await stop(started);
	}
	return median(times);
};

/** Memory of a sandbox with 10,000 tasks and 10,000 documents, in MB; null where /proc is missing. */
const measureMemory = async (): Promise<number | null> => {
	if (process.platform !== 'linux') return null;
	const started = await start(main, '--tasks', '10000', '--documents', '10000');
	const status = await readFile(`/proc/${started.child.pid}/status`, 'utf8');
	await stop(started);
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / megabyte;
};

/** Requests per second of a route of the sandbox, and of the bare route. */
interface Rates {
	readonly name: string;
	readonly sandbox: number;
	readonly bare: number;
	/** Median of the ratios of all rounds. */
	readonly ratio: number;
}

const compare = async (name: string, load: Omit<Load, 'url'>, urls: string[], count: number) => {
	const [sandboxUrl = '', bareUrl = ''] = urls;
	const [sandbox, bare, ratios]: [number[], number[], number[]] = [[], [], []];
	for (const url of [sandboxUrl, bareUrl]) await rateOf({ ...load, url }, count);
	for (let round = 0; round < rounds; round += 1) {
		const one = await rateOf({ ...load, url: sandboxUrl }, count);
		const other = await rateOf({ ...load, url: bareUrl }, count);
		sandbox.push(one);
		bare.push(other);
		ratios.push(one / other);
	}
	return { name, sandbox: median(sandbox), bare: median(bare), ratio: median(ratios) };
};

const measureRates = async (): Promise<Rates[]> => {
	const started = await start(path.join(__dirname, 'target.ts'));
	const { baseUrl, bareUrl, apiKey, task, bodies } = target.parse(JSON.parse(started.line));
	const headers = { 'X-API-Key': apiKey };
	const get = { method: 'GET', headers } as const;
	const post = {
		method: 'POST',
		headers: { ...headers, 'Content-Type': 'application/json' },
		bodies,
	} as const;
	const at = (place: string) => [`${baseUrl}${place}`, `${bareUrl}${place}`];
	const rates = [
		await compare('one task', get, at(task), 3000),
		await compare('a page of 200 tasks', post, at('/tasks/list'), 250),
	];
	endLoad();
	await stop(started);
	return rates;
};

const run = async (): Promise<void> => {
	const rates = await measureRates();
	const readyMilliseconds = await measureReady();
	const memoryMegabytes = await measureMemory();
	const speed = new Table({ head: ['requests/s', 'sandbox', 'bare route', 'ratio', 'goal'] });
	for (const { name, sandbox, bare, ratio } of rates) {
		speed.push([name, sandbox.toFixed(0), bare.toFixed(0), ratio.toFixed(2), '>= 0.50']);
	}
	const rest = new Table({ head: ['', 'measured', 'goal'] });
	rest.push(['ready, default data', `${readyMilliseconds.toFixed(0)} ms`, '< 1000 ms']);
	const memory = memoryMegabytes === null ? 'unknown' : `${memoryMegabytes.toFixed(0)} MB`;
	rest.push(['memory, 10,000 tasks and documents', memory, '< 200 MB']);
	const report = { rates, readyMilliseconds, memoryMegabytes };
	process.stdout.write(`${speed.toString()}\n${rest.toString()}\n${JSON.stringify(report)}\n`);
};

void run();
