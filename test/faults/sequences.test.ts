import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { sendJson, serverPool, whoseKey } from '../support/answeringServer';
import { keepEntries } from '../support/keptEntries';
import type { NodeResult, NodeRun } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { operations, schemaOf, task } from '../support/operations.table';
import { seed } from '../support/seed';
import { byId, keyCredential, parametersOf } from '../support/stage';
import { useFastTime } from './fastTime';

const serve = serverPool();
// The node waits before it repeats a request.
useFastTime();

/** Whether a request is carried out, and how it is answered. */
const fates = {
	'carried out': [true, 200],
	'cut before it is carried out': [false, 'cut'],
	'cut after it was carried out': [true, 'cut'],
	'429': [false, 429],
	'500 instead of it': [false, 500],
	'502 after it was carried out': [true, 502],
	'503 instead of it': [false, 503],
	'401': [false, 401],
	'404': [false, 404],
	'200 that says nothing': [false, 'nothing'],
	'204 after it was carried out': [true, 204],
} as const;
type Fate = keyof typeof fates;

const steps = ['legal', 'finance', 'signature'] as const;

/** The right answer to a request, about the task that its path names, at this step. */
const rightAnswer = (line: string, body: string, step = ''): object => {
	const task_id = Number(line.split('/')[2]);
	if (/^GET \/tasks\/\d+$/.test(line)) return { task: { ...task, task_id, current_step_id: step } };
	if (line.endsWith('/schema')) return { workflow_schema: schemaOf('wf_1', { party: 'text' }) };
	const sent = line.replace(/^POST \/tasks\/\d+/, 'POST /tasks/{task_id}');
	const own = operations.find(({ endpoint, line: plain }) => sent === endpoint || line === plain);
	if (!own) throw new Error(`No operation sends ${line}`);
	const { approved } = JSON.parse(body || '{}') as { readonly approved?: boolean };
	return {
		...own.answer,
		...(task_id && { task_id }),
		...(approved !== undefined && { approved }),
	};
};

/** A service that notes what it carries out, by the name of the item that each request holds. */
const startService = async () => {
	const at = new Map<number, number>();
	const done: Array<{ readonly name: string; readonly step: string }> = [];
	const arrived: string[] = [];
	const next: { writes: Fate[]; reads: Fate[] } = { writes: [], reads: [] };
	const server = await serve((response, { line, body }) => {
		const id = Number(/\/tasks\/(\d+)/.exec(line)?.[1]);
		const step = at.get(id) ?? 0;
		const isRead = line.startsWith('GET');
		const isDecision = line.endsWith('/approve');
		if (isDecision && steps[step] === 'signature') {
			sendJson(response, 409, { detail: 'Already decided' });
			return;
		}
		const fate = line !== whoseKey && next[isRead ? 'reads' : 'writes'].shift();
		const [isDone, answer] = fates[fate || 'carried out'];
		const [name = ''] = /item-\d+/.exec(body) ?? [];
		const isRefused = typeof answer === 'number' && answer >= 400 && answer < 500;
		if (!isRead && !isRefused) arrived.push(name);
		if (!isRead && isDone) {
			done.push({ name, step: steps[step] ?? '' });
			if (isDecision) at.set(id, step + 1);
		}
		if (answer === 'cut') response.socket?.resetAndDestroy();
		else if (answer === 'nothing') sendJson(response, 200, {});
		else if (answer === 200) sendJson(response, 200, rightAnswer(line, body, steps[step]));
		else sendJson(response, answer, { detail: 'So it is' });
	});
	return { url: server.url, done, arrived, next };
};

const taskId = byId('={{ $json.id }}');
const comment = '={{ $json.name }}';
const writes: ReadonlyArray<readonly [operation: string, given: INodeParameters]> = [
	['task.approve', { taskId, comment, decision: 'approve' }],
	['task.approve', { taskId, comment, decision: 'reject' }],
	['task.comment', { taskId, comment }],
	['task.addAttachments', { taskId }],
	['task.uploadSignedDocument', { taskId, stepRunId: byId('run_1') }],
	[
		'workflow.initiate',
		{
			workflowId: byId('wf_1'),
			specifyVariables: 'json',
			variablesJson: '={{ { party: $json.name } }}',
		},
	],
];

const atStep = { decideIf: 'atStep', step: byId('={{ $json.step }}') };
const always: INodeParameters = { decideIf: 'always' };

const rarely = fc.nat({ max: 4 }).map((roll) => roll === 4);
const someFates = fc.oneof(
	fc.constant<Fate[]>([]),
	fc.array(fc.constantFrom(...(Object.keys(fates) as Fate[])), { maxLength: 3 }),
);
const drawn = fc.record({
	/** Retry in the list of executions, of the one that failed last, with all that it was given. */
	isRetry: rarely,
	write: fc.constantFrom(...writes),
	tasks: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
	guard: fc.constantFrom(always, atStep, { ...atStep, ifMoved: 'skip' }),
	reviewedAt: fc.constantFrom(...steps),
	isKeyed: fc.boolean(),
	isWrong: rarely,
	isDry: rarely,
	goesOn: fc.boolean(),
	retriesOnFail: fc.boolean(),
	isTwice: rarely,
	ofWrites: someFates,
	ofReads: someFates,
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

let names = 0;

/** An execution with an item for each task. */
const begun = (given: Drawn) => {
	const { write, tasks, guard, reviewedAt, isKeyed, isWrong, isDry } = given;
	const [operation, parameters] = write;
	const isDecision = operation === 'task.approve';
	const hasKey = isKeyed && !isDecision;
	const items = tasks.map((task, index) => ({
		id: isWrong && index === 0 ? 'x' : task,
		/** Stands in its request, as a comment, a variable or the name of a file. */
		name: `item-${names++}`,
		key: hasKey ? `${operation} ${task}` : undefined,
		step: reviewedAt,
	}));
	const run: Omit<NodeRun, 'credentials'> = {
		parameters: parametersOf(operation, {
			...parameters,
			...(isDecision && guard),
			...(hasKey && { idempotencyKey: '={{ $json.key }}' }),
			dryRun: isDry,
		}),
		items: items.map((json) => ({
			json,
			binary: { data: { data: 'YQ==', mimeType: 'application/pdf', fileName: `${json.name}.pdf` } },
		})),
		onError: given.goesOn ? 'continueRegularOutput' : 'stopWorkflow',
		...(given.retriesOnFail && { tries: 2 }),
	};
	return { given, items, run };
};
type Execution = ReturnType<typeof begun>;

/** What the node says of an item; of a run that failed, those that succeeded are only counted. */
type Told = 'done' | 'skipped' | 'failed' | 'unknown' | 'not named' | 'all failed';

/** How often an item may have been carried out. */
const allowed: Readonly<Record<Told, readonly number[]>> = {
	...{ done: [1], skipped: [0], failed: [0], unknown: [0, 1], 'not named': [0, 1] },
	// In this run, of a retry: some of them can have been carried out before.
	'all failed': [0, 1],
};

const toldIn = (text: string): Told =>
	/Outcome unknown|may have been carried out/.test(text) ? 'unknown' : 'failed';

/** Whether a line names an item by its number alone, because its reason names the task. */
const isItem = (line: string, index: number): boolean =>
	new RegExp(`\\bItem ${index}[:,]`).test(line);

/** What a run says of each of its items. */
const toldOf = ({ error, output }: NodeResult, count: number): Told[] => {
	const lines = `${error?.message}\n${error?.description}`.split('\n');
	const isNamed = lines.some((line) => /\[item \d|\bItem \d+[:,]/.test(line));
	return Array.from({ length: count }, (_, index) => {
		if (!error) {
			const own = output.find(({ pairedItem }) => (pairedItem as { item: number }).item === index);
			if (!own) return 'not named';
			const failed = own.json.error as { outcome: Told } | undefined;
			return failed?.outcome ?? (own.json.skipped === true ? 'skipped' : 'done');
		}
		const line = isNamed
			? lines.find((one) => one.includes(`[item ${index}]`) || isItem(one, index))
			: lines.join();
		const told = line === undefined ? 'not named' : toldIn(line);
		return !isNamed && count > 1 && told === 'failed' ? 'all failed' : told;
	});
};

it('any sequence of executions does what the node says, also when requests go wrong', async () => {
	const saidOfItems = new Set<string>();
	let executions = 0;
	const holds = async (sequence: readonly Drawn[]): Promise<void> => {
		await keepEntries();
		const { url, done, arrived, next } = await startService();
		const keyOf = new Map<string, string>();
		const last: { failed?: { readonly execution: Execution; readonly retryOf: string } } = {};

		/** Runs an execution, or retries it, and holds what was done to what the node says. */
		const run = async (execution: Execution, retryOf?: string): Promise<void> => {
			const { given, items } = execution;
			for (const { name, key } of items) if (key) keyOf.set(name, key);
			const doneOf = () => items.map(({ name }) => done.filter((one) => one.name === name).length);
			const before = doneOf();
			const result = await runNode({
				...execution.run,
				credentials: keyCredential(url, 'key_1'),
				executionId: String(++executions),
				...(retryOf !== undefined && { retryOf }),
			});
			const counts = doneOf();
			const keys = arrived.flatMap((name) => keyOf.get(name) ?? []);
			expect([new Set(arrived).size, new Set(keys).size]).toEqual([arrived.length, keys.length]);
			if (given.isDry) {
				expect(counts.filter((count) => count > 0)).toEqual([]);
				return;
			}
			const isHeld = given.write[0] === 'task.approve' && given.guard !== always;
			const places = done.filter(({ name }) => items.some((one) => one.name === name));
			if (isHeld) expect(places.filter(({ step }) => step !== given.reviewedAt)).toEqual([]);
			const told = toldOf(result, items.length);
			const wrong = told.flatMap((one, index) => {
				// What a retry skips was sent before by its key.
				const may = one === 'skipped' && items[index]?.key && retryOf ? [0, 1] : allowed[one];
				return may.includes(counts[index] ?? 0) ? [] : [`item ${index} is told as ${one}`];
			});
			const { error } = result;
			expect({ counts, error: error?.message, wrong }).toMatchObject({ wrong: [] });
			for (const one of told) saidOfItems.add(one);
			if (!error) {
				expect(told).not.toContain('not named');
				return;
			}
			last.failed = { execution, retryOf: result.saved };
			if (told.includes('all failed')) expect(counts).toEqual(before);
		};

		for (const given of sequence) {
			next.writes = [...given.ofWrites];
			next.reads = [...given.ofReads];
			const { failed } = last;
			const begins = given.isRetry ? [] : given.isTwice ? [given, given] : [given];
			if (given.isRetry && failed) await run(failed.execution, failed.retryOf);
			await Promise.all(begins.map(begun).map(async (one) => await run(one)));
		}
	};
	const sequences = fc.array(drawn, { maxLength: 10, size: 'max' });
	await fc.assert(fc.asyncProperty(sequences, holds), { seed, numRuns: 60 });
	expect([...saidOfItems].sort()).toEqual(Object.keys(allowed).sort());
});
