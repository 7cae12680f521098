import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { nodeBinary, projectFolder } from '../../scripts/n8n/places';
import { packageFolderVariable } from '../../test/support/packedPackage';
import type { Job, Way } from '../job';
import { noFigures } from '../report/figures';
import { atMost, exactly, extra, figuresOf } from '../report/goals';
import { longLists } from '../ways/listing';

const script = path.join(__dirname, '..', 'polling.ts');
const polled = z
	.tuple([
		z.object({
			polls: z.number(),
			cpuMs: z.number(),
			news: z.number(),
			rewritten: z.number(),
		}),
	])
	.rest(z.unknown());

const ours: Way = {
	name: 'Task Updated',
	side: 'ours',
	prepare: ({ host, service, signal }) =>
		Promise.resolve({
			async run() {
				const child = fork(script, [service.baseUrl, service.apiKey], {
					execPath: nodeBinary,
					execArgv: ['--import', 'tsx'],
					env: {
						...process.env,
						[packageFolderVariable]: host.userFolder,
						// As in n8n, the package finds the libraries of the n8n-core that polls it.
						NODE_PATH: path.join(projectFolder, 'node_modules'),
					},
					// n8n's core reports there that it created a key for its folder.
					stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
					signal,
				});
				const ended = once(child, 'exit');
				const told = async (): Promise<unknown> =>
					await Promise.race([
						once(child, 'message'),
						ended.then(() => {
							throw new Error(`${script} ended before it was done.`);
						}),
					]);
				await told();
				await service.clearRequests();
				child.send('go');
				const [{ polls, cpuMs, news, rewritten }] = polled.parse(await told());
				const requests = (await service.requests()).length / polls;
				await ended;
				return {
					figures: { ...noFigures, cpuMs, requests, more: { rewritten } },
					faults: news === 0 ? [] : [`${news} rows of an unchanged list were given as news`],
				};
			},
		}),
};

/** A poll that finds nothing new (P16). */
export const pollList: Job = {
	name: 'poll',
	title: 'Poll an unchanged list',
	sandbox: longLists,
	ignoresNoise: true,
	ways: [ours],
	goals: (medians) => [
		exactly('P16', 'requests', figuresOf(medians, ours.name).requests, 1),
		atMost('P16', 'CPU', figuresOf(medians, ours.name).cpuMs, 5, 'ms'),
		exactly('P16', 'cursor rewritten', extra(medians, ours.name, 'rewritten'), 0),
	],
};
