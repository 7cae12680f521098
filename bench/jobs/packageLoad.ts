import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { nodeBinary } from '../../scripts/n8n/places';
import { noFigures } from '../figures';
import { atMost, figuresOf } from '../goals';
import type { Host } from '../host';
import type { Job, Way } from '../job';

const script = path.join(__dirname, '..', 'packageLoad.ts');
const loaded = z.object({ milliseconds: z.number(), megabytes: z.number() });
type Loaded = z.infer<typeof loaded>;

/** Processes of a run. Other programs can only lengthen a load, so the fastest one counts. */
const loads = 5;

/** Loads the package once, in a process of its own. */
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

const ours: Way = {
	name: 'All nodes and credentials',
	side: 'ours',
	prepare: ({ host }) =>
		Promise.resolve({
			async run() {
				const all: Loaded[] = [];
				while (all.length < loads) all.push(await load(host));
				const least = (figure: keyof Loaded) => Math.min(...all.map((one) => one[figure]));
				return {
					figures: { ...noFigures, wallMs: least('milliseconds'), growthMb: least('megabytes') },
					faults: [],
				};
			},
		}),
};

/** What the package costs an n8n that starts (P14). */
export const packageLoad: Job = {
	name: 'load',
	title: 'Load the package',
	sandbox: [],
	ignoresNoise: true,
	ways: [ours],
	goals: (medians) => [
		atMost('P14', 'time', figuresOf(medians, ours.name).wallMs, 30, 'ms'),
		atMost('P14', 'memory', figuresOf(medians, ours.name).growthMb, 5, 'MB'),
	],
};
