import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import Table from 'cli-table3';

import { bringUp, type Stack } from './bring-up';
import {
	type BulkApprovalSummary,
	bulkApprovalSummary,
	checkBulkApproval,
	withOutcome,
} from './bulk-approval';
import { type Execution, jsonOf, runWorkflow } from './n8n/executions';
import type { WorkflowFile } from './n8n/workflows';
import { readRecipe } from './recipes';
import { runScript } from './script';
import { listTasks, requestsBetween } from './service';
import { step } from './step';

/** Long enough that the rate limit's count of requests never starts anew during the demo. */
const sandboxArgs = ['--window-seconds', '3600'];

const manualTrigger = 'n8n-nodes-base.manualTrigger';
const lastNode = 'Summary';

/** Of the recipe's promises. */
interface Counts {
	passed: number;
	failed: number;
}

async function runRecipe({ n8n }: Stack, recipe: WorkflowFile, signal: AbortSignal) {
	const trigger = recipe.nodes.find(({ type }) => type === manualTrigger);
	if (!trigger) throw new Error(`The recipe '${recipe.name}' has no manual trigger.`);
	const execution = await runWorkflow(n8n, recipe.id, trigger.name, { signal });
	if (execution.status !== 'success') {
		const { message, description } = execution.error ?? {};
		throw new Error(
			`The recipe '${recipe.name}' ended with '${execution.status}': ` +
				[message, description].filter(Boolean).join(' '),
		);
	}
	const [summary] = jsonOf(execution, lastNode);
	if (!summary)
		throw new Error(`The node '${lastNode}' of the recipe '${recipe.name}' gave nothing.`);
	return { execution, summary: bulkApprovalSummary.parse(summary) };
}

function showResult(execution: Execution, summary: BulkApprovalSummary, requests: number): void {
	const table = new Table({ head: ['Approve tasks in bulk', ''], style: { head: [], border: [] } });
	table.push(
		['Tasks approved', withOutcome(summary, 'approved').length],
		['Tasks refused', withOutcome(summary, 'refused').length],
		['Requests sent', requests],
		['Seconds', execution.seconds.toFixed(2)],
	);
	console.log(`\n${table.toString()}\n`);
}

/** Runs the recipe between two looks at the sandbox, and shows which promises it kept. */
async function approveInBulk(
	stack: Stack,
	recipe: WorkflowFile,
	signal: AbortSignal,
): Promise<Counts> {
	const { tasks: active } = await listTasks(stack.sandbox);
	const before = await listTasks(stack.sandbox, { include_inactive: true });
	const { execution, summary } = await step(recipe.name, async () => {
		return await runRecipe(stack, recipe, signal);
	});
	const after = await listTasks(stack.sandbox, { include_inactive: true });
	showResult(execution, summary, requestsBetween(before, after));

	const observed = { active, before: before.tasks, after: after.tasks };
	const checks = checkBulkApproval(observed, summary);
	for (const { promise, brokenBy } of checks) {
		const failure = `: not so for the tasks ${brokenBy.join(', ')}`;
		console.log(brokenBy.length === 0 ? `✔ ${promise}` : `✖ ${promise}${failure}`);
	}
	const failed = checks.filter(({ brokenBy }) => brokenBy.length > 0).length;
	return { passed: checks.length - failed, failed };
}

async function demo(signal: AbortSignal): Promise<Counts> {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-demo-'));
	let counts: Counts | undefined;
	try {
		const recipe = await readRecipe('bulk-approval');
		const stack = await bringUp({
			folder,
			sandboxPort: 0,
			sandboxArgs,
			recipes: [recipe],
			signal,
		});
		try {
			counts = await approveInBulk(stack, recipe, signal);
			return counts;
		} finally {
			await stack.stop();
		}
	} finally {
		if (counts?.failed === 0 || signal.aborted) await rm(folder, { recursive: true });
		else console.error(`\nThe data and the logs are in ${folder}`);
	}
}

void runScript(demo).then((counts = { passed: 0, failed: 1 }) => {
	if (counts.failed > 0) process.exitCode ||= 1;
	console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
});
