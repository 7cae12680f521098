import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { nodeBinary } from '../../scripts/n8n/places';
import { noFigures } from '../figures';
import { atMost, figuresOf } from '../goals';
import type { Job, Way } from '../job';

const script = path.join(__dirname, '..', 'packageLoad.ts');
const loaded = z.object({ milliseconds: z.number(), megabytes: z.number() });

const ours: Way = {
	name: 'All nodes and credentials',
	side: 'ours',
	prepare: ({ host }) =>
		Promise.resolve({
			async run() {
				const folder = path.join(
					host.userFolder,
					'.n8n/nodes/node_modules/n8n-nodes-contract-workflow',
				);
				const { stdout } = await promisify(execFile)(
					nodeBinary,
					['--expose-gc', '--no-warnings', script, folder, host.bin],
					// As n8n sets it, so that the package finds n8n's own libraries.
					{ env: { ...process.env, NODE_PATH: path.resolve(host.bin, '../../..') } },
				);
				const { milliseconds, megabytes } = loaded.parse(JSON.parse(stdout));
				return {
					figures: { ...noFigures, wallMs: milliseconds, growthMb: megabytes },
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
