import type { Operation } from '../../../nodes/ContractWorkflow/operation';
import type { PollingEvent } from '../../../nodes/ContractWorkflowPollingTrigger/event';
import { tasks } from '../../../nodes/ContractWorkflowPollingTrigger/rows/watchTasks';
import { exampleFiles } from '../../../sandbox/test/support/examples';
import type { Endpoint, Row } from '../../../src';
import {
	contract,
	getClickwrapHistory,
	getOrgInfo,
	listTasks,
	searchDocuments,
} from '../../../src';
import { outputsOf } from '../operationOutputs';

/** The first example of an endpoint, written by hand from the API text. */
const exampleOf = (endpoint: Endpoint) => {
	const file = exampleFiles.find((one) => contract[one.endpoint] === endpoint);
	const [example] = file?.examples ?? [];
	if (!example) throw new Error(`There is no example of ${endpoint.method} ${endpoint.path}`);
	return { input: example.request, response: example.response as Row };
};

/** Replaces the only value that depends on the current time. */
const fixedTime = (name: string, value: unknown): unknown =>
	name === 'respondedAt' ? '2026-01-05T09:30:00.000Z' : value;

/** An item as JSON, in a block of Markdown. */
const block = (item: object): string =>
	['```json', JSON.stringify(item, fixedTime, 2), '```'].join('\n');

/** The first output item of an operation for the example of its endpoint. */
export const sampleOutput = async (operation: Operation): Promise<string> => {
	const example = exampleOf(operation.endpoint);
	const exchange = {
		...example,
		answerOf: (endpoint: Endpoint) => exampleOf(endpoint).response,
		organizationName: String(exampleOf(getOrgInfo).response.org_name),
	};
	const [item = {}] = await outputsOf(operation, exchange, {
		taskId: example.input.params?.task_id,
	});
	return block(item);
};

const firstOf = (endpoint: Endpoint, list: string): Row => {
	const [row] = exampleOf(endpoint).response[list] as readonly Row[];
	if (!row) throw new Error(`The example of ${endpoint.path} has no ${list}`);
	return row;
};

/** A sample item with which an event starts a workflow. */
export const sampleEvent = ({ rows }: PollingEvent): string => {
	if (!rows) {
		const { slug } = exampleOf(getClickwrapHistory).response;
		return block({ slug, ...firstOf(getClickwrapHistory, 'versions') });
	}
	const row = rows === tasks ? firstOf(listTasks, 'tasks') : firstOf(searchDocuments, 'documents');
	return block(rows.shape(row, { output: 'simplified', fields: [] }));
};
