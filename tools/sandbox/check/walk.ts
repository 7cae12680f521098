import { z } from 'zod';
import type { Endpoint, InputOf } from '../../../src/contract';
import {
	getClickwrap,
	getClickwrapHistory,
	getOrgInfoWithAccessToken,
	getStepDocument,
	getTask,
	getWorkflowSchema,
	integer,
	listDocumentTypes,
	listOrgFields,
	listSignedDocuments,
	listTasks,
	listTasksByExternalSourceId,
	searchDocuments,
} from '../../../src/contract';
import type { ReadingEndpoint } from './request';

/** Returns the body of a 200; undefined for every other status. */
export type Ask = <E extends ReadingEndpoint>(endpoint: E, input: InputOf<E>) => Promise<unknown>;

/** What no endpoint lists. */
export interface Given {
	readonly slugs: readonly string[];
	readonly sourceIds: readonly string[];
	readonly hasToken: boolean;
}

const mostRows = 200;
const mostTasks = 10;
const mostSteps = 20;

/** The rows of a list that have what the next requests need, even if the rest of them is wrong. */
const usable = <Row extends z.ZodTypeAny>(row: Row) =>
	z
		.array(row.nullable().catch(null))
		.transform((rows) => rows.filter((one): one is z.output<Row> => one !== null));

const listedTask = z.object({
	task_id: integer,
	workflow_id: z.string().min(1),
	workflow_version: integer.min(0).optional().catch(undefined),
	status: z.unknown(),
});
const taskList = z.object({ tasks: usable(listedTask) }).catch({ tasks: [] });

const stepRuns = usable(z.object({ step_id: z.string().min(1) }));
const singleTask = z
	.object({ task: z.object({ step_runs: stepRuns }) })
	.catch({ task: { step_runs: [] } });

const onePer = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] => [
	...new Map(rows.map((row) => [keyOf(row), row])).values(),
];

interface Step {
	readonly task_id: number;
	readonly step_id: string;
}

/** Reads a task, and returns its steps. */
const readTask = async (ask: Ask, task_id: number): Promise<Step[]> => {
	const { task } = singleTask.parse(await ask(getTask, { params: { task_id } }));
	await ask(listSignedDocuments, { params: { task_id } });
	return task.step_runs.map(({ step_id }) => ({ task_id, step_id }));
};

/** Requests the documents of steps until a step has one. */
const readStepDocument = async (ask: Ask, steps: readonly Step[]): Promise<void> => {
	for (const params of steps.slice(0, mostSteps)) {
		if ((await ask(getStepDocument, { params })) !== undefined) return;
	}
};

/** Reads a task of each workflow and status, with its documents and its workflow. */
const readTasks = async (ask: Ask): Promise<void> => {
	const body = { limit: mostRows, include_inactive: true };
	const { tasks } = taskList.parse(await ask(listTasks, { body }));
	const chosen = onePer(tasks, ({ workflow_id, status }) => JSON.stringify([workflow_id, status]));
	const read = chosen.slice(0, mostTasks);
	const steps: Step[] = [];
	for (const { task_id } of read) steps.push(...(await readTask(ask, task_id)));
	await readStepDocument(ask, steps);
	for (const { workflow_id, workflow_version } of onePer(read, (task) => task.workflow_id)) {
		for (const version of ['latest', workflow_version]) {
			if (version === undefined) continue;
			await ask(getWorkflowSchema, { params: { workflow_id, version: String(version) } });
		}
	}
};

/** Requests everything that can be read, with the IDs that the answers contain. */
export const walk = async (ask: Ask, { slugs, sourceIds, hasToken }: Given): Promise<void> => {
	if (hasToken) await ask(getOrgInfoWithAccessToken, {});
	await ask(listDocumentTypes, {});
	await ask(listOrgFields, { query: { include_attributes: true } });
	await ask(searchDocuments, { body: { limit: mostRows } });
	await readTasks(ask);
	for (const external_source_id of sourceIds) {
		await ask(listTasksByExternalSourceId, { query: { external_source_id } });
	}
	for (const slug of slugs) {
		await ask(getClickwrap, { params: { slug } });
		await ask(getClickwrapHistory, { params: { slug } });
	}
};

const noSlug = 'name a clickwrap with --slug';

const reasons = new Map<Endpoint, string>([
	[getOrgInfoWithAccessToken, 'the environment contains no access token'],
	[listTasksByExternalSourceId, 'give an ID with --source-id'],
	[getClickwrap, noSlug],
	[getClickwrapHistory, noSlug],
]);

/** Why the walk did not call an endpoint. */
export const reasonOf = (endpoint: Endpoint): string =>
	reasons.get(endpoint) ?? 'the tasks contain no ID for it';
