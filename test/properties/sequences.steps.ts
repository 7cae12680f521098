import { expect } from '@jest/globals';
import type fc from 'fast-check';
import type { Sandbox } from '../../tools/sandbox/server';
import type { NodeResult, NodeRun } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import { countsOf } from './sequences.counts';
import type { Effects } from './sequences.effects';
import { effectsSince, stateOf } from './sequences.effects';
import { sandboxFaults } from './sequences.faults';
import type { Line } from './sequences.line';
import type { Step, WriteStep } from './sequences.node';
import { itemWith, parametersFor, steps, writes } from './sequences.node';
import { checkTold } from './sequences.told';

/** What the node reaches. */
export interface StepTarget {
	readonly sandbox: Sandbox;
	readonly line: Line;
	/** What answers had against the document since it was asked last. */
	readonly undocumented: () => readonly string[];
	/** How often the node said what of an item. */
	readonly tally: Map<string, number>;
}

/** One item of an execution, and what became of it in all tries and retries. */
type Item = {
	/** The task that is written to; of a launch, the party. */
	readonly subject: string;
	/** The step that a decision is held to. */
	readonly guard: string | undefined;
	/** How often its request reached the service and was not refused. */
	arrived: number;
	/** How often it was carried out. */
	done: number;
};

interface Execution {
	readonly run: NodeRun;
	readonly write: WriteStep['step'];
	readonly items: readonly Item[];
}

/** What a sequence knows. */
export type StepModel = {
	readonly tasks: Array<{ readonly id: number; seenStep: string; documents: number }>;
	/** The execution that failed last, as n8n saved it. */
	failed: (Execution & { readonly saved: string }) | undefined;
	executions: number;
};

/** One execution of the node, which must do what it says and nothing else. */
class StepCommand implements fc.AsyncCommand<StepModel, StepTarget> {
	constructor(private readonly given: Step) {}

	check({ failed }: Readonly<StepModel>): boolean {
		return this.given.step !== 'retry' || failed !== undefined;
	}

	toString(): string {
		// Without what is off, the shortest sequence is also short to read.
		const isOff = (value: unknown) => value === false || (Array.isArray(value) && !value.length);
		return JSON.stringify(this.given, (_, value: unknown) => (isOff(value) ? undefined : value));
	}

	async run(model: StepModel, target: StepTarget): Promise<void> {
		const { given } = this;
		if ('slots' in given) await this.write(model, target, this.begun(given, model, target));
		else if ('slot' in given) await this.read(given, model, target);
		else if (model.failed) await this.write(model, target, model.failed, model.failed.saved);
	}

	/** A new execution, with an item for each task. */
	private begun(given: WriteStep, model: StepModel, { sandbox, line }: StepTarget): Execution {
		const { step: write, slots, guard, goesOn, retriesOnFail } = given;
		const { tasks, executions } = model;
		const inputs = [...new Set(slots.map((slot) => slot % tasks.length))].map((slot) => {
			const { id = 0, seenStep = '' } = tasks[slot] ?? {};
			const run = stateOf(sandbox, id)?.step_runs.at(-1)?.step_run_id ?? '';
			return { id, step: seenStep, run, party: `Party ${executions}.${slot}` };
		});
		const isHeld = writes[write].kind === 'decision' && guard !== 'none';
		return {
			run: {
				parameters: parametersFor(given),
				credentials: keyCredential(line.url, sandbox.apiKeys.main),
				items: inputs.map(itemWith),
				onError: goesOn ? 'continueRegularOutput' : 'stopWorkflow',
				...(retriesOnFail && { tries: 2 }),
			},
			write,
			items: inputs.map(({ id, step, party }) => ({
				subject: write === 'initiate' ? party : String(id),
				guard: isHeld ? step : undefined,
				arrived: 0,
				done: 0,
			})),
		};
	}

	/** Runs an execution, or retries it, and holds what was done to what the node says. */
	private async write(
		model: StepModel,
		target: StepTarget,
		execution: Execution,
		retryOf?: string,
	): Promise<void> {
		const { sandbox, tally } = target;
		const { run, write, items } = execution;
		const stepOf = ({ subject }: Item) => stateOf(sandbox, Number(subject))?.current_step_id;
		const stepsBefore = items.map(stepOf);
		const { result, effects } = await this.execute(model, target, {
			...run,
			...(retryOf !== undefined && { retryOf }),
		});
		const { kind, endpoint } = writes[write];
		const expected = items.map(({ subject }) => `${kind} of ${subject}`);
		expect(expected).toEqual(expect.arrayContaining([...effects.done.keys()]));
		for (const [index, item] of items.entries()) {
			const done = effects.done.get(expected[index] ?? '') ?? 0;
			const isOwn = (request: string) => request === `${endpoint} of ${item.subject}`;
			item.done += done;
			item.arrived += effects.arrived.filter(isOwn).length;
			expect(`arrived: ${item.arrived}`).toMatch(/arrived: [01]$/);
			if (done > 0 && item.guard !== undefined) expect(stepsBefore[index]).toBe(item.guard);
		}
		const counts = items.map(({ done }) => done);
		for (const told of checkTold(result, counts)) tally.set(told, (tally.get(told) ?? 0) + 1);
		this.remember(model, target, effects);
		model.failed = result.error && { ...execution, saved: result.saved };
	}

	private remember({ tasks }: StepModel, { sandbox }: StepTarget, effects: Effects): void {
		for (const task of tasks) {
			task.documents += effects.done.get(`signed_document of ${task.id}`) ?? 0;
		}
		for (const id of effects.launched) {
			tasks.push({ id, seenStep: stateOf(sandbox, id)?.current_step_id ?? '', documents: 0 });
		}
	}

	private async read(
		{ step, slot }: Extract<Step, { slot: number }>,
		model: StepModel,
		target: StepTarget,
	): Promise<void> {
		const { sandbox, line } = target;
		const known = model.tasks[slot % model.tasks.length];
		if (!known) return;
		const { result, effects } = await this.execute(model, target, {
			parameters: parametersOf(step, { taskId: byId(String(known.id)) }),
			credentials: keyCredential(line.url, sandbox.apiKeys.main),
		});
		expect([...effects.done]).toEqual([]);
		if (result.error) return;
		if (step === 'task.getSignedDocuments') {
			expect(result.output).toHaveLength(known.documents);
			return;
		}
		const { current_step_id } = result.output[0]?.json ?? {};
		expect(current_step_id).toBe(stateOf(sandbox, known.id)?.current_step_id);
		known.seenStep = typeof current_step_id === 'string' ? current_step_id : '';
	}

	/** Runs the node while requests meet the faults of this step. */
	private async execute(
		model: StepModel,
		{ sandbox, line, undocumented }: StepTarget,
		run: NodeRun,
	): Promise<{ readonly result: NodeResult; readonly effects: Effects }> {
		const { faults } = this.given;
		const before = countsOf(sandbox);
		const executionId = String(++model.executions);
		sandbox.clearRequests();
		for (const fault of sandboxFaults(faults)) sandbox.addFault(fault);
		const work = async () => await runNode({ ...run, executionId });
		const result = await (faults.isGone ? line.cutOff(work) : work());
		sandbox.clearFaults();
		expect(undocumented()).toEqual([]);
		return { result, effects: effectsSince(sandbox, before) };
	}
}

/** The steps of sequences, as commands. */
export const stepCommands = steps.map((step) => step.map((given) => new StepCommand(given)));

/** A sequence that begins with tasks at an approval step. */
export const startSteps = (tasks: readonly number[], seenStep: string): StepModel => ({
	tasks: tasks.map((id) => ({ id, seenStep, documents: 0 })),
	failed: undefined,
	executions: 0,
});
