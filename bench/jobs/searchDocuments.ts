import { contractWorkflow, httpRequest, pagination, splitOut } from '../host/nodes';
import { createSender, inParallel } from '../host/requests';
import type { Job } from '../job';
import { atMost, extra, ratio } from '../report/goals';
import type { Listed } from '../ways/listing';
import { checkRows, idsOf, longLists, offsets, pageSize, rowCount } from '../ways/listing';
import { floorWay, workflowWay } from '../ways/ways';

const list: Listed = {
	path: '/core/documents/search',
	rows: 'documents',
	id: 'document_id',
	body: {},
};

const searching = (name: string, parameters: object) =>
	workflowWay({
		name,
		side: 'ours',
		steps: ({ keys }) => [
			contractWorkflow(keys.ours, 'document', 'search', { returnAll: true, ...parameters }),
		],
		input: async (bench) => await idsOf(bench, list),
		warmUp: () => Promise.resolve([]),
		check(outcome, expected) {
			const more = { extraRequests: outcome.figures.requests - offsets.length };
			return { ...checkRows(outcome, expected, list.id), more };
		},
	});

const ours = searching('Search', {});
const raw = searching('Search, raw', { output: 'raw' });

const rival = workflowWay({
	name: 'Pagination by cursor',
	side: 'rival',
	steps: ({ service, keys }) => [
		httpRequest(keys.rival, {
			method: 'POST',
			url: `${service.baseUrl}${list.path}`,
			jsonBody: JSON.stringify({ limit: pageSize }),
			options: pagination(
				'last_created_at',
				'={{ $response.body?.next_cursor }}',
				'={{ !$response.body.has_next }}',
			),
		}),
		splitOut(list.rows),
	],
	input: async (bench) => await idsOf(bench, list),
	warmUp: () => Promise.resolve([]),
	check: (outcome, expected) => checkRows(outcome, expected, list.id),
});

const floor = floorWay({
	name: 'Floor, by offset, 10 in parallel',
	input: () => Promise.resolve(undefined),
	async work({ service }) {
		const parallel = 10;
		const sender = createSender(parallel, service.apiKey);
		await inParallel(offsets, parallel, async (offset) => {
			const body = { limit: pageSize, offset };
			await sender.send('POST', `${service.baseUrl}${list.path}`, body);
		});
		sender.close();
	},
});

/** All documents of a search (P3). */
export const searchDocuments: Job = {
	name: 'search',
	title: `Search ${rowCount.toLocaleString('en')} documents`,
	sandbox: longLists,
	ways: [ours, raw, rival, floor],
	goals: (medians) => [
		atMost('P3', 'span, to HTTP Request', ratio(medians, 'spanMs', ours.name, rival.name), 0.2),
		atMost(
			'P3',
			'requests more than there are pages',
			extra(medians, ours.name, 'extraRequests') / offsets.length,
			0.1,
		),
	],
};
