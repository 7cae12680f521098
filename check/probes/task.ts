import type { Endpoint } from '../../src/contract';
import {
	getStepDocument,
	getTask,
	getWorkflowSchema,
	listSignedDocuments,
} from '../../src/contract';
import { timeOf } from '../reading/order';
import type { Body, Session } from '../reading/session';
import { contradict, isBody, listIn, look, read, refuse } from '../reading/session';
import { missingTaskId, observeMalformedPath, sampleOf } from './tasks';

const mostTasks = 9;
const mostSigned = 6;
const mostSteps = 8;

/** Whether an answer is of what the path of its request names. */
const judgeIdentity = (
	session: Session,
	endpoint: Endpoint,
	place: string,
	asked: unknown,
	came: unknown,
): void => {
	if (came === undefined || typeof came !== typeof asked || came === asked) return;
	contradict(session, endpoint, place, 'what the path asks for', 'another one');
};

/** Seconds between an answer's own date and the end of an address in it. */
const lifetimeOf = (document: Body | undefined, date: string | undefined): number | undefined => {
	const end = document && timeOf(document, 'expires_at');
	const now = Date.parse(date ?? '');
	return end === undefined || Number.isNaN(now) ? undefined : Math.floor((end - now) / 1000);
};

const observeLifetime = (session: Session, lifetimes: readonly number[]): void => {
	const { observations } = session;
	const seconds = Math.min(...lifetimes);
	if (lifetimes.length === 0) {
		const why = 'no task that was looked at has a document to download, or no answer has a date';
		observations.miss('downloadSeconds', why);
	} else if (seconds < 1) observations.seeOther('downloadSeconds', 'over when it comes');
	else observations.see('downloadSeconds', seconds);
};

/** A reader whose answers tell how long their download addresses live. */
const timed = (session: Session, lifetimes: number[]): Session => ({
	...session,
	keyed: {
		async ask(endpoint, input) {
			const answer = await session.keyed.ask(endpoint, input);
			const body = isBody(answer.body) ? answer.body : {};
			for (const document of [body, ...listIn(body, 'documents')]) {
				const seconds = lifetimeOf(document, answer.headers.date);
				if (seconds !== undefined) lifetimes.push(seconds);
			}
			return answer;
		},
	},
});

const readSigned = async (session: Session, ids: readonly number[]): Promise<void> => {
	for (const task_id of ids) {
		const body = await read(session, listSignedDocuments, { params: { task_id } });
		judgeIdentity(session, listSignedDocuments, 'task_id', task_id, body?.task_id);
		const { total } = body ?? {};
		const count = listIn(body, 'documents').length;
		if (!Number.isSafeInteger(total) || total === count) continue;
		const expected = 'the number of documents in the answer';
		contradict(session, listSignedDocuments, 'total', expected, `${String(total)} of ${count}`);
	}
};

/** Steps of each workflow, of one task each: some of them have generated a document. */
const stepsOf = (tasks: readonly Body[]): Array<{ task_id: unknown; step_id: string }> => {
	const steps = new Map<string, { task_id: unknown; step_id: string }>();
	for (const task of tasks) {
		for (const { step_id, status } of listIn(task, 'step_runs')) {
			if (typeof step_id !== 'string') continue;
			const key = JSON.stringify([task.workflow_id, step_id, status === 'completed']);
			if (!steps.has(key)) steps.set(key, { task_id: task.task_id, step_id });
		}
	}
	return [...steps.values()];
};

const readStepDocuments = async (session: Session, tasks: readonly Body[]): Promise<void> => {
	for (const { task_id, step_id } of stepsOf(tasks).slice(0, mostSteps)) {
		await look(session, getStepDocument, { params: { task_id, step_id } }, [404, 501]);
	}
};

/** Single tasks, their documents, and a task that there is not (section 4). */
export const readTasks = async (session: Session, rows: readonly Body[]): Promise<Body[]> => {
	const ids = sampleOf(rows, mostTasks);
	const tasks: Body[] = [];
	for (const task_id of ids) {
		const task = (await read(session, getTask, { params: { task_id } }))?.task;
		if (!isBody(task)) continue;
		judgeIdentity(session, getTask, 'task.task_id', task_id, task.task_id);
		tasks.push({ ...task, task_id });
	}
	const params = { task_id: missingTaskId(rows) };
	const missing = { status: 404, when: 'for a task that there is not' };
	await refuse(session, getTask, { params }, missing);
	await refuse(session, listSignedDocuments, { params }, missing);
	await observeMalformedPath(session);
	const lifetimes: number[] = [];
	const watching = timed(session, lifetimes);
	await readSigned(watching, ids.slice(0, mostSigned));
	await readStepDocuments(watching, tasks);
	observeLifetime(session, lifetimes);
	return tasks;
};

const mostWorkflows = 6;

const readWorkflow = async (
	session: Session,
	workflow_id: string,
	version: string,
): Promise<void> => {
	const body = await read(session, getWorkflowSchema, { params: { workflow_id, version } });
	const schema = isBody(body?.workflow_schema) ? body.workflow_schema : {};
	const place = 'workflow_schema';
	judgeIdentity(
		session,
		getWorkflowSchema,
		`${place}.workflow_id`,
		workflow_id,
		schema.workflow_id,
	);
	if (version === 'latest') return;
	const asked = Number(version);
	judgeIdentity(session, getWorkflowSchema, `${place}.version`, asked, schema.version);
};

/** Schemas of the workflows that tasks show, and of one that there is not (section 4). */
export const readWorkflows = async (session: Session, rows: readonly Body[]): Promise<void> => {
	const versions = new Map<string, string>();
	for (const { workflow_id, workflow_version } of rows) {
		if (typeof workflow_id !== 'string' || workflow_id === '') continue;
		if (Number.isSafeInteger(workflow_version)) versions.set(workflow_id, String(workflow_version));
	}
	for (const [workflow_id, version] of [...versions].slice(0, mostWorkflows)) {
		await readWorkflow(session, workflow_id, version);
		await readWorkflow(session, workflow_id, 'latest');
	}
};
