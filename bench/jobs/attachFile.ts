import type { Job } from '../job';
import { atMost, extra, ratio } from '../report/goals';
import { attach, attachByHttp, attaching, largeFiles } from '../ways/files';

const megabytes = 50;

const ours = attaching({ name: 'Add Attachments', side: 'ours', steps: attach }, megabytes);
const rival = attaching(
	{ name: 'Extract From File, JSON body', side: 'rival', steps: attachByHttp },
	megabytes,
);
const larger = attaching(
	{
		name: 'The same, 100 MB',
		side: 'rival',
		rounds: 1,
		mayFail: true,
		steps: attachByHttp,
	},
	100,
);

/** A large file to a task (P10, P12). */
export const attachFile: Job = {
	name: 'attach',
	title: `Attach a file of ${megabytes} MB`,
	sandbox: largeFiles,
	mostRounds: 3,
	fresh: true,
	ways: [ours, rival, larger],
	goals: (medians) => [
		atMost('P10', 'wall, to HTTP Request', ratio(medians, 'wallMs', ours.name, rival.name), 0.15),
		atMost('P10', 'CPU, to HTTP Request', ratio(medians, 'cpuMs', ours.name, rival.name), 0.2),
		atMost(
			'P10',
			'memory growth, to HTTP Request',
			ratio(medians, 'growthMb', ours.name, rival.name),
			0.25,
		),
		atMost('P12', 'saved execution', extra(medians, ours.name, 'rowSize') / 1024, 20, 'KB'),
	],
};
