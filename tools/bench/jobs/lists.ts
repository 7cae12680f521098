import { contractWorkflow, httpRequest, splitOut } from '../host/nodes';
import type { Job, Way } from '../job';

/** Rows in the service. */
const rowCount = 10_000;
/** Rows of a page: the maximum of the service (POST /tasks/list, POST /core/documents/search). */
const pageSize = 200;

/** A long list of the service, and how the two nodes read it. */
interface Listed {
	readonly path: string;
	readonly rows: 'tasks' | 'documents';
	readonly id: 'task_id' | 'document_id';
	/** The ids of the sample data, in the service's order. */
	readonly ids: readonly number[];
	/** Fields of the body beside `limit` and the place in the list. */
	readonly body: object;
	readonly ours: { readonly name: string; readonly node: readonly [string, string, object] };
	/** HTTP Request's own pagination: the field that it sets for each page, and when it ends. */
	readonly rival: {
		readonly name: string;
		readonly field: string;
		readonly value: string;
		readonly completeExpression: string;
	};
}

const idsFrom = (first: number): number[] =>
	Array.from({ length: rowCount }, (_, index) => first + index);

const waysOf = ({ path, rows, body, ours, rival }: Listed): Job['ways'] => {
	const [resource, operation, parameters] = ours.node;
	const reading = (name: string, more: object): Way => ({
		name,
		side: 'ours',
		steps: ({ keys }) => [
			contractWorkflow(keys, resource, operation, { returnAll: true, ...parameters, ...more }),
		],
	});
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'body', name: rival.field, value: rival.value }] },
		paginationCompleteWhen: 'other',
		completeExpression: rival.completeExpression,
	};
	return [
		reading(ours.name, {}),
		reading(`${ours.name}, raw`, { output: 'raw' }),
		{
			name: rival.name,
			side: 'rival',
			steps: ({ keys, service }) => [
				httpRequest(keys, {
					method: 'POST',
					url: `${service.baseUrl}${path}`,
					jsonBody: JSON.stringify({ ...body, limit: pageSize }),
					options: { pagination: { pagination } },
				}),
				splitOut(rows),
			],
		},
	];
};

/** A job whose last node must return each row of the service once, in the service's order. */
const listing = (job: Pick<Job, 'name' | 'title'>, list: Listed): Job => ({
	...job,
	sandbox: { [list.rows]: rowCount, rateLimit: 1e9 },
	ways: waysOf(list),
	prepare: () => ({
		body: {},
		async faults(outcome) {
			const items = await outcome.output();
			const wrong = list.ids.filter((row, index) => items[index]?.json[list.id] !== row).length;
			return items.length === rowCount && wrong === 0
				? []
				: [`${items.length} rows were returned, ${wrong} of them not in their place`];
		},
	}),
});

/** All tasks of a long list. */
export const listTasks = listing(
	{ name: 'list', title: `List ${rowCount.toLocaleString('en')} tasks` },
	{
		path: '/tasks/list',
		rows: 'tasks',
		id: 'task_id',
		ids: idsFrom(10_001).reverse(),
		body: { include_inactive: true },
		ours: {
			name: 'Get Many',
			node: ['task', 'getMany', { filters: { includeInactive: true } }],
		},
		rival: {
			name: 'Pagination by offset',
			field: 'offset',
			value: `={{ $pageCount * ${pageSize} }}`,
			completeExpression: `={{ $pageCount * ${pageSize} >= $response.body.total_count }}`,
		},
	},
);

const [getMany, , pagination] = listTasks.ways as [Way, Way, Way];

/** As often, and with waits as long, as n8n allows. */
const retried = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 };
const retrying: Way = {
	...pagination,
	name: 'Pagination, Retry On Fail',
	steps: (bench) => pagination.steps(bench).map((step) => ({ ...step, ...retried })),
};

/** The same list, while the service is down in the middle. */
export const interruptedList: Job = {
	...listTasks,
	name: 'outage',
	title: `${listTasks.title}, and the service is down for 20 s in the middle`,
	ways: [getMany, retrying, pagination],
	async prepare(bench, isWarmUp) {
		const call = await listTasks.prepare(bench, isWarmUp);
		if (isWarmUp) return call;
		const { isUp } = bench.service.goDown(rowCount / pageSize / 2, 20_000);
		return { ...call, faults: async (outcome) => await isUp.then(() => call.faults(outcome)) };
	},
};

/** All documents of a search. */
export const searchDocuments = listing(
	{ name: 'search', title: `Search ${rowCount.toLocaleString('en')} documents` },
	{
		path: '/core/documents/search',
		rows: 'documents',
		id: 'document_id',
		ids: idsFrom(60_001),
		body: {},
		ours: { name: 'Search', node: ['document', 'search', {}] },
		rival: {
			name: 'Pagination by cursor',
			field: 'last_created_at',
			value: '={{ $response.body?.next_cursor }}',
			completeExpression: '={{ !$response.body.has_next }}',
		},
	},
);
