import { availableParallelism, loadavg } from 'node:os';
import { runScript } from '../../scripts/script';
import { writeResult } from '../results';
import type { WayFigures } from './mirrorReport';
import { mirrorTable, readMirror } from './mirrorReport';
import type { Place } from './scene';
import { inFreshN8n, startPlace } from './scene';
import { httpWay, recipeWay } from './ways';

/*
 * Mirrors many documents with the recipe and with n8n's HTTP Request node, and measures both.
 * Writes the figures of docs/mirror.md.
 */

const count = Number(process.env.CONTRACT_WORKFLOW_DOCUMENTS ?? 100_000);

/** Undefined if this way cannot handle so many documents, which is reported. */
const measureHttp = async (place: Place): Promise<WayFigures | undefined> => {
	try {
		return await inFreshN8n(place, httpWay);
	} catch (error) {
		place.signal.throwIfAborted();
		console.log(`HTTP Request came to no end: ${String(error)}`);
		return undefined;
	}
};

const measure = async (place: Place): Promise<void> => {
	const load = loadavg()[0] ?? 0;
	const recipe = await inFreshN8n(place, recipeWay);
	const http = await measureHttp(place);
	const figures = {
		documents: place.documents,
		cores: availableParallelism(),
		load,
		recipe,
		...(http && { http }),
	};
	await writeResult('mirror', figures);
	console.log(mirrorTable(await readMirror()));
	if (recipe.wrong > 0 || recipe.writtenUnchanged > 0) {
		throw new Error('The mirror is no exact copy, or was written without need.');
	}
};

const prove = async (signal: AbortSignal): Promise<void> => {
	const place = await startPlace(count, signal);
	try {
		await measure(place);
	} finally {
		await place.stop();
	}
};

void runScript(prove);
