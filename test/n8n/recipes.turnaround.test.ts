import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { listTasks } from '../../scripts/demo/service';
import { itemsOf, jsonOf, runWorkflow } from '../../scripts/n8n/executions';
import { useRecipe } from './recipe';
import { stackAddresses } from './stack';

const recipe = useRecipe('turnaround-times');
const dayMs = 24 * 3_600_000;
const workflowId = 'wf_kaufvertrag';

const start = async () => {
	const variables = [
		{ variable_id: 'gegenpartei', type: 'text', value: 'Nordwind GmbH' },
		{ variable_id: 'kaufpreis', type: 'number', value: '1200' },
	];
	const path = `/workflows/${workflowId}/latest/initiate`;
	const { task_id } = (await recipe().ask(path, { variables })) as { task_id: number };
	return task_id;
};

const approve = async (taskId: number) =>
	await recipe().ask(`/tasks/${taskId}/approve`, { approved: true });

const listed = async () => {
	const { baseUrl, apiKeys } = recipe().sandbox;
	return (await listTasks({ baseUrl, apiKey: apiKeys.main }, { include_inactive: true })).tasks;
};

const sign = async (taskId: number) => {
	const task = (await listed()).find(({ task_id }) => task_id === taskId);
	await recipe().ask(`/tasks/${taskId}/upload-signed-document`, {
		step_run_id: task?.current_step_run_id,
		file: { filename: 'Signed.pdf', base64_content: Buffer.from('%PDF-1.4').toString('base64') },
	});
};

const report = async () => {
	const execution = await recipe().run();
	expect(execution.error).toBeUndefined();
	const [figures] = jsonOf(execution, 'Calculate Figures') as Array<
		IDataObject & { tasks: IDataObject[]; steps: IDataObject[] }
	>;
	return { execution, figures };
};

/** The text of the file of an item: n8n 1 keeps it in the item, n8n 2 beside it. */
const textOf = async (item?: INodeExecutionData): Promise<string> => {
	const { id, data = '' } = item?.binary?.data ?? {};
	if (id === undefined) return Buffer.from(data, 'base64').toString();
	const { n8nUrl, cookie } = stackAddresses();
	const address = `${n8nUrl}/rest/binary-data?id=${encodeURIComponent(id)}&action=download`;
	return await (await fetch(address, { headers: { cookie } })).text();
};

const poll = async () => {
	const { n8n, file } = recipe();
	return await runWorkflow(n8n, file.id, 'Every Ten Minutes');
};

describe('task by task', () => {
	it('gives exactly the times that the service tells, and who is over the limit', async () => {
		const { sandbox } = recipe();
		const known = [3, 9, 1, 30, 5, 2, 8, 4, 7, 6];
		const idByDays = new Map<number, number>();
		for (const days of known) {
			sandbox.setClockShift(-(days + 1) * dayMs);
			const taskId = await start();
			sandbox.setClockShift(-dayMs);
			await approve(taskId);
			await sign(taskId);
			idByDays.set(days, taskId);
		}
		sandbox.setClockShift(0);
		await start();
		const daysOf = new Map(
			(await listed())
				.filter(({ task_id }) => [...idByDays.values()].includes(Number(task_id)))
				.map(({ task_id, created_at, completed_at }) => [
					Number(task_id),
					(Date.parse(String(completed_at)) - Date.parse(String(created_at))) / dayMs,
				]),
		);
		const truth = (days: number) => daysOf.get(idByDays.get(days) ?? 0) ?? Number.NaN;

		const { figures } = await report();
		const own = figures?.tasks.find(({ workflow_id }) => workflow_id === workflowId);
		expect(own).toMatchObject({
			workflow: 'Kaufvertrag – Prüfung und Freigabe',
			tasks: 10,
			median_days: (truth(5) + truth(6)) / 2,
			p90_days: truth(9),
			longest_days: truth(30),
			limit_days: 7,
		});
		expect(own?.median_days).toBeCloseTo(5.5, 3);
		expect(own?.p90_days).toBeCloseTo(9, 3);
		const late = known.filter((days) => truth(days) > 7).map((days) => idByDays.get(days));
		expect(late.length).toBeGreaterThan(2);
		expect(own?.over_limit).toBe(late.length);
		expect([...(own?.over_limit_task_ids as number[])].sort()).toEqual(late.sort());
	});

	it('names a workflow that has a limit and no task', async () => {
		const { figures } = await report();
		expect(figures?.tasks.map(({ workflow_id }) => workflow_id)).toEqual(
			expect.arrayContaining(['wf_mutual_nda', 'wf_vendor_agreement']),
		);
	});

	it('makes a page with a chart that asks no other service', async () => {
		const { execution } = await report();
		const [item] = itemsOf(execution, 'Create File');
		expect(item?.binary?.data).toMatchObject({
			fileName: 'turnaround-times.html',
			mimeType: 'text/html',
		});
		const page = await textOf(item);
		expect(page).toMatch(/^<!doctype html>[^]*<svg [^]*<\/html>$/);
		expect(page).toContain('Kaufvertrag – Prüfung und Freigabe');
		expect(page).toContain('>5.5<');
		expect(page).not.toMatch(/https?:|src=|<script|NaN|undefined/);
	});
});

describe('step by step', () => {
	it('observes how long a task was at a step, to one interval between polls', async () => {
		const polls: number[] = [];
		const observe = async () => {
			expect((await poll()).error).toBeUndefined();
			polls.push(Date.now());
		};
		await observe();
		await observe();
		const begun = Date.now();
		const taskId = await start();
		await observe();
		recipe().sandbox.addFault({ kind: 'error', status: 404, endpoint: 'listTasks' });
		expect((await poll()).status).toBe('error');
		await observe();
		const approved = Date.now();
		await approve(taskId);
		await observe();
		await sign(taskId);
		await observe();

		const { figures } = await report();
		const [step, next] = ['freigabe', 'unterschrift'].map((id) =>
			figures?.steps.find(
				({ workflow_id, step_id }) => workflow_id === workflowId && step_id === id,
			),
		);
		const intervals = polls.slice(1).map((time, index) => time - (polls[index] ?? 0));
		const longest = (Math.max(...intervals) * 1.5) / dayMs;
		expect(step).toMatchObject({ observed: 1 });
		expect(next).toMatchObject({ observed: 1 });
		const off = Number(step?.give_or_take_days);
		expect(off).toBeGreaterThan(0);
		expect(off).toBeLessThan(longest);
		const truth = (approved - begun) / dayMs;
		expect(Math.abs(Number(step?.observed_median_days) - truth)).toBeLessThanOrEqual(off);
	});

	it('counts no time where it did not see the beginning', async () => {
		const [waiting] = (await listed()).filter(
			({ current_step_id, status }) => current_step_id === 'freigabe' && status === 'pending',
		);
		await approve(Number(waiting?.task_id));
		expect((await poll()).error).toBeUndefined();
		const { figures } = await report();
		const step = figures?.steps.find(({ step_id }) => step_id === 'freigabe');
		expect(step).toMatchObject({ observed: 1, beginning_not_seen: 1 });
	});
});
