import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { nodeBinary } from '../../scripts/n8n/places';
import type { Host } from '../host/host';
import type { Job, Way } from '../job';
import { noFigures } from '../report/figures';
import { atMost, figuresOf } from '../report/goals';

const script = path.join(__dirname, '..', 'packageLoad.ts');
const taken = z.object({ milliseconds: z.number(), megabytes: z.number() });
const loaded = z.object({ types: taken, code: taken });
type Loaded = z.infer<typeof loaded>;

/** Processes of a run. Other programs can only slow down a load, so the fastest one counts. */
const loads = 5;

/** Loads the package once, in its own process. */
const load = async ({ userFolder, bin }: Host): Promise<Loaded> => {
	const folder = path.join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-contract-workflow');
	const { stdout } = await promisify(execFile)(
		nodeBinary,
		['--expose-gc', '--no-warnings', script, folder, bin],
		// As n8n sets it, so that the package finds n8n's own libraries.
		{ env: { ...process.env, NODE_PATH: path.resolve(bin, '../../..') } },
	);
	return loaded.parse(JSON.parse(stdout));
};

const loading = (name: string, part: keyof Loaded): Way => ({
	name,
	side: 'ours',
	prepare: ({ host }) =>
		Promise.resolve({
			async run() {
				const all: Array<Loaded[typeof part]> = [];
				while (all.length < loads) all.push((await load(host))[part]);
				const least = (figure: 'milliseconds' | 'megabytes') =>
					Math.min(...all.map((one) => one[figure]));
				return {
					figures: { ...noFigures, wallMs: least('milliseconds'), growthMb: least('megabytes') },
					faults: [],
				};
			},
		}),
});

const atStart = loading('All nodes and credentials', 'types');
const atFirstRun = loading('Their code, when one first runs', 'code');

/** What the package adds to the start of n8n (P14). */
export const packageLoad: Job = {
	name: 'load',
	title: 'Load the package',
	sandbox: [],
	ignoresNoise: true,
	ways: [atStart, atFirstRun],
	goals: (medians) => [
		atMost('P14', 'time', figuresOf(medians, atStart.name).wallMs, 30, 'ms'),
		atMost('P14', 'memory', figuresOf(medians, atStart.name).growthMb, 5, 'MB'),
	],
};
