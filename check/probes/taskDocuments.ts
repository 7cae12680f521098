import { getStepDocument, getTask, listSignedDocuments } from '../../src/contract';
import type { Body } from '../reading/body';
import { isBody, listIn } from '../reading/body';
import { timeOf } from '../reading/order';
import type { Session } from '../reading/session';
import { contradict, judgeIdentity, judgeSuccess, look } from '../reading/session';

const mostSigned = 6;
const mostSteps = 8;

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

/** The signed documents of a task. A task that was removed since it was read has none. */
const readSigned = async (session: Session, task_id: unknown): Promise<void> => {
	const params = { task_id };
	const answer = await session.keyed.ask(listSignedDocuments, { params });
	if (answer.status === 404) {
		if ((await session.keyed.ask(getTask, { params })).status !== 200) return;
		const expected = '200 for a task that there is';
		const effect = 'The nodes cannot read the signed documents of the task.';
		contradict(session, listSignedDocuments, 'the status', expected, '404', effect);
		return;
	}
	const body = judgeSuccess(session, listSignedDocuments, answer);
	judgeIdentity(session, listSignedDocuments, 'task_id', task_id, body?.task_id);
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

/** The documents of tasks, and how long they can be downloaded (section 4). */
export const readTaskDocuments = async (
	session: Session,
	tasks: readonly Body[],
): Promise<void> => {
	const lifetimes: number[] = [];
	const watching = timed(session, lifetimes);
	for (const { task_id } of tasks.slice(0, mostSigned)) await readSigned(watching, task_id);
	await readStepDocuments(watching, tasks);
	observeLifetime(session, lifetimes);
};
