import type { INodeExecutionData } from 'n8n-workflow';
import type { Step } from '../host/nodes';
import { inParallel } from '../host/requests';
import type { SavedExecution } from '../host/workflow';
import { newestExecution, publishForm, publishSteps, savedItems } from '../host/workflow';
import type { Bench, Prepared, Way } from '../job';
import type { Measured } from '../measure';
import { measure } from '../measure';
import type { Figures, Run } from '../report/figures';

/** The data for a check of a run in n8n. */
export interface Outcome extends Measured<ReadonlyArray<{ status: number; text: string }>> {
	readonly execution: SavedExecution;
	/** The items that the last node returned. */
	output(): INodeExecutionData[];
}

/** What is wrong with a run, and its own figures. */
export interface Verdict {
	readonly faults?: readonly string[];
	readonly more?: Readonly<Record<string, number>>;
}

/** A way of doing a job by a workflow in n8n. */
export interface WorkflowWay<Input> {
	readonly name: string;
	readonly side: 'ours' | 'rival';
	readonly rounds?: number;
	readonly mayFail?: boolean;
	/** The label of the form field that starts it; started by a webhook if absent. */
	readonly form?: string;
	/** The nodes after the one that starts it. */
	steps(bench: Bench): Step[];
	/** Called before each run, outside of the measurement. Returns the body of the call. */
	input(bench: Bench): Promise<Input>;
	/** A smaller input for a run before the measured ones; none if absent. */
	warmUp?(bench: Bench): Promise<Input>;
	/** The bodies of simultaneous calls, one execution each; one call with the input if absent. */
	calls?(input: Input): readonly unknown[];
	/** Whether each of these calls waits for the previous one. */
	readonly inTurn?: boolean;
	/** Work in parallel with the call. */
	meanwhile?(bench: Bench): Promise<void>;
	check(outcome: Outcome, input: Input, bench: Bench): Verdict | Promise<Verdict>;
}

const mostCalls = 10;

const ranFaults = ({ result, execution }: Pick<Outcome, 'result' | 'execution'>): string[] =>
	result.every(({ status }) => status === 200) && execution.status === 'success'
		? []
		: [
				`n8n answered ${result.map(({ status }) => status).join(', ')}, ` +
					`the execution ended with ${execution.status}`,
			];

/** A way through n8n: a webhook, the steps, and a check of the result. */
export const workflowWay = <Input>(way: WorkflowWay<Input>): Way => ({
	...way,
	async prepare(bench) {
		const { host, service } = bench;
		const steps = way.steps(bench);
		const workflow = await (way.form === undefined
			? publishSteps(bench, way.name, steps)
			: publishForm(bench, way.name, way.form, steps));
		const callAll = async (input: Input) =>
			await inParallel(
				way.calls?.(input) ?? [input],
				way.inTurn ? 1 : mostCalls,
				async (body) => await workflow.call(body),
			);
		const warmUp = async () => {
			if (way.warmUp) await callAll(await way.warmUp(bench));
		};
		const run = async (): Promise<Run> => {
			const input = await way.input(bench);
			const measured = await measure({ host, service, inN8n: true }, async () => {
				const [results] = await Promise.all([callAll(input), way.meanwhile?.(bench)]);
				return results;
			});
			const execution = await newestExecution(host, workflow.id);
			const output = () => savedItems(host, execution.id, steps.at(-1)?.name ?? '');
			const verdict = await way.check({ ...measured, execution, output }, input, bench);
			const { figures } = measured;
			return {
				figures: {
					...figures,
					more: { ...figures.more, rowSize: execution.rowSize, ...verdict.more },
				},
				faults: [...ranFaults({ ...measured, execution }), ...(verdict.faults ?? [])],
			};
		};
		return { warmUp, run };
	},
});

/** A way with plain `node:http`. */
export interface FloorWay<Input> {
	readonly name: string;
	readonly rounds?: number;
	input(bench: Bench): Promise<Input>;
	/** Does the job. `latest` contains the runs of the other ways in this round. */
	work(bench: Bench, input: Input, latest: ReadonlyMap<string, Figures>): Promise<void>;
	check?(measured: Measured<void>, input: Input): Verdict;
}

/** The floor: the same requests from this process, without n8n. */
export const floorWay = <Input>(way: FloorWay<Input>): Way => ({
	name: way.name,
	rounds: way.rounds,
	side: 'floor',
	prepare(bench) {
		const { host, service } = bench;
		const run: Prepared['run'] = async (latest) => {
			const input = await way.input(bench);
			const measured = await measure({ host, service, inN8n: false }, async () => {
				await way.work(bench, input, latest);
			});
			const { faults = [], more } = way.check?.(measured, input) ?? {};
			const { figures } = measured;
			return { figures: { ...figures, more: { ...figures.more, ...more } }, faults };
		};
		return Promise.resolve({ run });
	},
});
