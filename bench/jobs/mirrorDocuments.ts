import type { Job, Way } from '../job';
import { inFreshN8n, startPlace } from '../mirror/scene';
import { recipeWay } from '../mirror/ways';
import { noFigures } from '../report/figures';
import { atMost, exactly, extra, figuresOf } from '../report/goals';

const documents = 50_000;
const megabytes = 1_200;
/** The heap that Node takes by itself in a container of so much memory. */
const nodeOptions = '--max-old-space-size=600';

const ours: Way = {
	name: 'The recipe, first run',
	side: 'ours',
	async prepare({ signal }) {
		const place = await startPlace(documents, signal);
		return {
			async run() {
				const { first, unchanged, changed, writtenUnchanged, wrong } = await inFreshN8n(
					place,
					recipeWay,
					nodeOptions,
				);
				const peakMb = Math.max(...[first, unchanged, changed].map((run) => run.peakMb));
				const figures = {
					...noFigures,
					wallMs: first.seconds * 1000,
					cpuMs: first.cpuSeconds * 1000,
					peakMb,
					growthMb: peakMb - first.idleMb,
					more: { writtenUnchanged },
				};
				return { figures, faults: wrong === 0 ? [] : [`${wrong} documents are wrong`] };
			},
			stop: place.stop,
		};
	},
};

/** A mirror of many documents in PostgreSQL, as the recipe ships it (P17). */
export const mirrorDocuments: Job = {
	name: 'mirror',
	title: `Mirror ${documents.toLocaleString('en')} documents by the recipe, with the heap of a container of 1.2 GB`,
	sandbox: [],
	nodeOptions,
	// The table is empty only once.
	mostRounds: 1,
	ignoresNoise: true,
	ways: [ours],
	goals: (medians) => [
		atMost(
			'P17',
			'peak memory of three runs',
			figuresOf(medians, ours.name).peakMb,
			megabytes,
			'MB',
		),
		exactly('P17', 'rows written unchanged', extra(medians, ours.name, 'writtenUnchanged'), 0),
	],
};
