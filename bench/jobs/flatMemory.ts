import type { Job } from '../job';
import { atMost, figuresOf } from '../report/goals';
import { attach, attaching, largeFiles } from '../ways/files';

const [small, large] = [10, 300];
const heapMb = 512;

const attachingOf = (megabytes: number) =>
	attaching({ name: `Add Attachments, ${megabytes} MB`, side: 'ours', steps: attach }, megabytes);

const [ofSmall, ofLarge] = [attachingOf(small), attachingOf(large)];

/** A file larger than the memory that could hold it (P11). */
export const flatMemory: Job = {
	name: 'flat',
	title: `Attach ${small} and ${large} MB with a heap of ${heapMb} MB`,
	sandbox: largeFiles,
	mostRounds: 3,
	fresh: true,
	nodeOptions: `--max-old-space-size=${heapMb}`,
	ignoresNoise: true,
	ways: [ofSmall, ofLarge],
	goals: (medians) => {
		const [before, after] = [ofSmall, ofLarge].map(
			({ name }) => figuresOf(medians, name).growthMb,
		) as [number, number];
		return [
			atMost('P11', 'growth for each MB more', (after - before) / (large - small), 0.5, 'MB'),
			atMost('P11', `growth for ${large} MB`, after, 120, 'MB'),
		];
	},
};
