import type { Agent } from 'node:http';
import { expect } from '@jest/globals';
import type fc from 'fast-check';
import type { Sandbox } from '../../tools/sandbox/server';
import type { Json } from '../../tools/sandbox/test/support/service';
import type { DocumentedRequest } from './documentedRequests';
import { sendRaw } from './sendRaw';
import type { Call, KnownTask, Resolved } from './sequences.calls';
import { calls, currentRun, resolved } from './sequences.calls';
import type { Counts } from './sequences.counts';
import { countName, countsOf, doneBetween, launchedIn } from './sequences.counts';
import { bodyOf, checkAnswer, kindOf, taskIdIn } from './sequences.expected';

/** What a sequence knows. */
export type CallModel = {
	readonly tasks: KnownTask[];
	/** Runs of steps that were decided or signed: none of them may be a second time. */
	readonly over: Set<string>;
	readonly ids: Set<string>;
	/** How many tasks the organization has. */
	total: number;
};

/** What the calls reach. */
export interface CallTarget {
	readonly sandbox: Sandbox;
	readonly agent: Agent;
	/** What answers had against the document since it was asked last. */
	readonly undocumented: () => readonly string[];
}

interface Answer {
	readonly status: number;
	readonly data: Json;
}

const parsed = (body: string): Json => {
	try {
		return JSON.parse(body) as Json;
	} catch {
		// A page, or an answer that is cut off.
		return {};
	}
};

const send = async (
	{ sandbox, agent, undocumented }: CallTarget,
	request: DocumentedRequest,
): Promise<Answer | undefined> => {
	const answer = await sendRaw(sandbox, request, agent).catch(() => undefined);
	expect(undocumented()).toEqual([]);
	return answer && { status: answer.status, data: parsed(answer.body) };
};

const read = async (target: CallTarget, id: number): Promise<Json | undefined> => {
	const place = `/tasks/${id}`;
	const answer = await send(target, { endpoint: 'getTask', method: 'GET', place, credential: 0 });
	return answer?.data.task;
};

/** How often a request may have been carried out by its answer: at least, and at most. */
const boundsOf = ({ fault }: Call, answer: Answer | undefined): readonly [number, number] => {
	const mayBeLost = fault?.kind === 'truncate' || fault?.applied === true;
	if (mayBeLost && (answer?.status ?? 500) >= 500) return [0, 1];
	if (fault?.kind === 'truncate' && answer?.status === 200) return [1, 1];
	return answer?.status === 200 ? [1, 1] : [0, 0];
};

/** One call, which must do what its answer says and nothing else. */
class CallCommand implements fc.AsyncCommand<CallModel, CallTarget> {
	constructor(private readonly call: Call) {}

	check(): boolean {
		return true;
	}

	toString(): string {
		return JSON.stringify(this.call);
	}

	async run(model: CallModel, target: CallTarget): Promise<void> {
		const { sandbox } = target;
		const sent = resolved(this.call, model.tasks, model.over);
		const id = taskIdIn(sent.request);
		const before = id === undefined ? undefined : await read(target, id);
		const counted = countsOf(sandbox);
		if (this.call.fault) sandbox.addFault(this.call.fault);
		const answer = await send(target, sent.request);
		sandbox.clearFaults();
		const done = doneBetween(counted, countsOf(sandbox));
		this.checkDone(sent.request, answer, done);
		this.checkDecision(model, before, id, done);
		this.checkStatus(model, sent, before, answer);
		for (const launched of launchedIn(done)) {
			const task = await read(target, launched);
			// One that another organization launched cannot be read.
			if (!task) continue;
			model.total++;
			model.tasks.push({ id: launched, task, comments: [], attachments: [] });
		}
		await this.checkOthers(model, target, done, id);
	}

	private checkDone(request: DocumentedRequest, answer: Answer | undefined, done: Counts): void {
		const kind = kindOf(request);
		const [least, most] = kind ? boundsOf(this.call, answer) : [0, 0];
		const count = [...done.values()].reduce((sum, one) => sum + one, 0);
		expect({ count, least: Math.min(count, least), most: Math.max(count, most) }).toEqual({
			count,
			least,
			most,
		});
		if (count === 0 || !kind) return;
		const id = launchedIn(done)[0] ?? taskIdIn(request) ?? 0;
		expect([...done.keys()]).toEqual([countName(id, kind)]);
	}

	/** Section 3: a step is decided once, and only while the task waits at it; so is it signed. */
	private checkDecision(
		{ over }: CallModel,
		before: Json | undefined,
		id: number | undefined,
		done: Counts,
	): void {
		const step = [
			['decision', 'approval'],
			['signed_document', 'signature'],
		] as const;
		for (const [kind, type] of step) {
			if (id === undefined || !done.has(countName(id, kind))) continue;
			const run = String(currentRun(before));
			expect({ type: before?.current_step_type }).toEqual({ type });
			expect([...over]).not.toContain(run);
			over.add(run);
		}
	}

	private checkStatus(
		model: CallModel,
		{ request, isRight }: Resolved,
		before: Json | undefined,
		answer: Answer | undefined,
	): void {
		const { call, fault } = this.call;
		if (fault) return;
		const status = answer?.status;
		if (isRight) expect({ call, status }).toEqual({ call, status: 200 });
		// Section 7: nothing to decide, or no signature to give.
		else if ((call === 'decide' || call === 'upload') && before) {
			expect({ call, status }).toEqual({ call, status: 409 });
		}
		if (!answer || status !== 200) return;
		checkAnswer(request, answer.data, before, model.ids);
		if (call === 'list') expect(answer.data.total_count).toBe(model.total);
		this.remember(model, request, answer.data);
	}

	private remember({ tasks }: CallModel, request: DocumentedRequest, data: Json): void {
		const known = tasks.find(({ id }) => id === taskIdIn(request));
		if (request.endpoint === 'commentOnTask') known?.comments.push(Number(data.activity_log_id));
		if (request.endpoint === 'addTaskAttachments' && bodyOf(request).attach_to_task === true) {
			known?.attachments.push(...(data.attachment_ids as unknown as number[]));
		}
	}

	/** Reads all tasks again: those to which nothing was done are as they were. */
	private async checkOthers(
		{ tasks }: CallModel,
		target: CallTarget,
		done: Counts,
		id: number | undefined,
	): Promise<void> {
		for (const known of tasks) {
			const now = await read(target, known.id);
			if (known.id !== id || done.size === 0) expect(now).toEqual(known.task);
			known.task = now ?? {};
		}
	}
}

/** The calls of sequences, as commands. */
export const callCommands = calls.map((call) => call.map((given) => new CallCommand(given)));

/** A sequence that knows no task yet. */
export const startCalls = async (target: CallTarget): Promise<CallModel> => {
	const body = JSON.stringify({ limit: 1, include_inactive: true });
	const list = { endpoint: 'listTasks', method: 'POST', place: '/tasks/list', body } as const;
	const answer = await send(target, { ...list, credential: 0 });
	const total = Number(answer?.data.total_count);
	return { tasks: [], over: new Set(), ids: new Set(), total };
};
