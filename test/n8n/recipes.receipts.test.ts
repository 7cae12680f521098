import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { writeWithReceipts } from '../../scripts/demo/receiptFlow';
import { listTasks } from '../../scripts/demo/service';
import { itemsOf, jsonOf } from '../../scripts/n8n/executions';
import { isSince } from '../../scripts/n8n/installation/versions';
import type { RunningRecipe } from './recipe';
import { runNodes, useRecipe } from './recipe';
import { stackAddresses } from './stack';
import { filesInZip } from './zip';

const table = { __rl: true, mode: 'name', value: 'Contract receipts' };
const checking = useRecipe('check-receipts');
const packing = useRecipe('evidence-pack');
const settling = useRecipe('outcome-unknown');

const comment = {
	resource: 'task',
	operation: 'comment',
	taskId: { __rl: true, mode: 'id', value: '={{ $json.task_id }}' },
	comment: '={{ $json.text }}',
};

const comments = (...tasks: number[]) =>
	tasks.map((task_id, index) => ({ task_id, text: `§ ${index}: "für" 日本 😀` }));

/** Writes as a builder's flow does, against the sandbox of a recipe; failed items go to one, too. */
const write = async (
	parameters: IDataObject,
	items: IDataObject[],
	{ at = checking(), settler }: { at?: RunningRecipe; settler?: string } = {},
) =>
	await writeWithReceipts(at.n8n, at.credential, {
		parameters: parameters as INodeParameters,
		items,
		keeper: checking().file.id,
		...(settler !== undefined && { settler }),
	});

const check = async () => {
	const execution = await checking().run();
	expect(execution.status).toBe('success');
	return {
		whole: jsonOf(execution, 'Report Intact Chain')[0],
		broken: jsonOf(execution, 'Report Broken Receipt')[0],
	};
};

const change = async (id: number, values: IDataObject) => {
	const columns = { mappingMode: 'defineBelow', value: values, matchingColumns: [], schema: [] };
	const filters = { conditions: [{ keyName: 'id', condition: 'eq', keyValue: id }] };
	const update = { resource: 'row', operation: 'update', dataTableId: table, filters, columns };
	const { status } = await runNodes(checking().n8n, [['dataTable', update as never]]);
	expect(status).toBe('success');
};

const rows = async () => {
	const get = { resource: 'row', operation: 'get', dataTableId: table, returnAll: true };
	return jsonOf(await runNodes(checking().n8n, [['dataTable', get]]), 'Step 1');
};

describe('check-receipts', () => {
	it('keeps a row for each item of two runs, also for one that failed', async () => {
		expect((await checking().run()).status).toBe('success');
		const first = await write(comment, comments(10001, 99_999, 10003));
		expect(first.status).toBe('success');
		expect((await write(comment, comments(10001, 10002))).status).toBe('success');
		expect((await rows()).map(({ task_id, outcome }) => [task_id, outcome])).toEqual([
			[10001, 'done'],
			[99_999, 'failed'],
			[10003, 'done'],
			[10001, 'done'],
			[10002, 'done'],
		]);
	});

	it.each([
		['canonical', (text: string) => text.replace('10003', '10005'), 'Hash: ', 3],
		[
			'attributed_to',
			() => 'somebody@example.com',
			'Facts: its canonical text does not match attributed_to',
			3,
		],
		['hash', (text: string) => text.replace(/^./, (one) => (one === '0' ? '1' : '0')), 'Hash: ', 3],
		['previous_hash', () => '0'.repeat(64), 'Link: ', 3],
	] as const)('names the first where one %s was changed', async (column, changed, by, number) => {
		const row = (await rows())[2];
		const id = Number(row?.id);
		const before = String(row?.[column]);
		await change(id, { [column]: changed(before) });
		const { whole, broken } = await check();
		await change(id, { [column]: before });
		expect(whole).toBeUndefined();
		expect(broken).toEqual({
			result: expect.stringContaining(`Receipt ${number} (counted from 1) is broken. ${by}`),
			number,
			task_id: 10003,
			link: expect.stringContaining('/workflows/tasks/10003'),
		});
		const last = String((await rows()).at(-1)?.hash);
		expect(await check()).toEqual({
			whole: { result: `5 receipts checked, none is broken. The last hash is ${last}.` },
			broken: undefined,
		});
	});
});

/** n8n 1 gives its Compression node nothing for an expression over the items of another node. */
const describeSince2 = isSince('2.30.8') ? describe : describe.skip;

describeSince2('evidence-pack', () => {
	it('packs the task, its documents and receipts, each with its hash', async () => {
		const taskId = 10009;
		expect((await write(comment, comments(taskId))).status).toBe('success');
		const { run, ask } = packing();
		const execution = await run();
		expect(execution.error).toBeUndefined();
		const [pack] = itemsOf(execution, 'Create Archive');
		expect(pack?.binary?.data?.fileName).toBe(`evidence-task-${taskId}.zip`);
		const { n8nUrl, cookie } = stackAddresses();
		const id = encodeURIComponent(String(pack?.binary?.data?.id));
		const answer = await fetch(`${n8nUrl}/rest/binary-data?id=${id}&action=download`, {
			headers: { cookie },
		});
		const files = filesInZip(Buffer.from(await answer.arrayBuffer()));

		const manifest = JSON.parse(String(files.get('manifest.json'))) as Array<{
			file: string;
			sha256: string;
		}>;
		expect(manifest.map(({ file }) => file).sort()).toEqual(
			[...files.keys()].filter((name) => name !== 'manifest.json').sort(),
		);
		for (const { file, sha256 } of manifest) {
			const bytes = files.get(file) ?? Buffer.alloc(0);
			expect([file, createHash('sha256').update(bytes).digest('hex')]).toEqual([file, sha256]);
		}
		const { task } = (await ask(`/tasks/${taskId}`)) as { task: object };
		expect(JSON.parse(String(files.get('task.json')))).toEqual(task);
		const { documents } = (await ask(`/tasks/${taskId}/signed-documents`)) as {
			documents: Array<{ file_name: string; download_url: string }>;
		};
		expect(documents.length).toBeGreaterThan(0);
		for (const { file_name, download_url } of documents) {
			const original = Buffer.from(await (await fetch(download_url)).arrayBuffer());
			expect([file_name, files.get(file_name)?.equals(original)]).toEqual([file_name, true]);
		}
		const receipts = JSON.parse(String(files.get('receipts.json'))) as IDataObject[];
		expect(receipts).toMatchObject([{ task_id: taskId, operation: 'task.comment' }]);
		const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-pack-'));
		const file = path.join(folder, 'receipts.json');
		await writeFile(file, files.get('receipts.json') ?? '');
		const script = path.join(__dirname, '..', '..', 'scripts', 'checkReceipts.mjs');
		const previous = String(receipts[0]?.previous_hash);
		const { stdout } = spawnSync('node', [script, file, previous], { encoding: 'utf8' });
		await rm(folder, { recursive: true });
		expect(stdout).toContain('1 receipts checked, none is broken');
	});

	it('fails rather than lack a document unnoticed', async () => {
		const { sandbox, run } = packing();
		sandbox.addFault({ kind: 'error', status: 403, endpoint: 'getStepDocument' });
		const execution = await run();
		expect(execution.status).toBe('error');
		expect(execution.error?.message).toMatch(/^Could not get the document of the step .+/);
	});
});

describe('outcome-unknown', () => {
	const open = async () => {
		const dataTableId = { __rl: true, mode: 'name', value: 'Unknown outcomes' };
		const get = { resource: 'row', operation: 'get', dataTableId, returnAll: true };
		return jsonOf(await runNodes(settling().n8n, [['dataTable', get]]), 'Step 1');
	};

	const settle = async (parameters: IDataObject, items: IDataObject[]) => {
		const at = settling();
		const execution = await write(parameters, items, { at, settler: at.file.id });
		expect(execution.error).toBeUndefined();
		return { execution, settled: jsonOf(execution, 'Resolve Outcomes') };
	};

	it('hands over what is unknown, open, and nothing that failed', async () => {
		settling().sandbox.addFault({ kind: 'error', endpoint: 'commentOnTask', applied: true });
		await settle(comment, comments(10001, 99_999));
		expect(await open()).toMatchObject([
			{
				task_id: '10001',
				operation: 'task.comment',
				what: expect.stringContaining('unknown'),
				state: 'open',
			},
		]);
	});

	it('sees that a decision was carried out, or leaves it to a person', async () => {
		const { sandbox, ask } = settling();
		const { baseUrl, apiKeys } = sandbox;
		const { tasks } = await listTasks({ baseUrl, apiKey: apiKeys.main });
		const [one, other] = (tasks as unknown as IDataObject[]).filter(
			({ current_step_type }) => current_step_type === 'approval',
		);
		const approve = {
			resource: 'task',
			operation: 'approve',
			taskId: { __rl: true, mode: 'id', value: '={{ $json.task_id }}' },
			onlyIfCurrentStepIs: { __rl: true, mode: 'id', value: '={{ $json.current_step_id }}' },
		};
		const before = await open();
		sandbox.addFault({ kind: 'error', endpoint: 'approveTask', applied: true });
		await settle(approve, [{ ...one, text: 'x' }]);
		expect(await open()).toEqual(before);
		sandbox.addFault({ kind: 'error', endpoint: 'approveTask' });
		await settle(approve, [{ ...other, text: 'x' }]);
		expect((await open()).slice(before.length)).toMatchObject([
			{ task_id: String(other?.task_id), operation: 'task.approve' },
		]);
		await expect(ask(`/tasks/${String(other?.task_id)}`)).resolves.toMatchObject({
			task: { current_step_id: other?.current_step_id },
		});
	});

	it('finds a signed document that arrived, by its name, and leaves the other to a person', async () => {
		const { sandbox } = settling();
		const { baseUrl, apiKeys } = sandbox;
		const { tasks } = await listTasks({ baseUrl, apiKey: apiKeys.main });
		const [one, other] = (tasks as unknown as IDataObject[]).filter(
			({ current_step_type }) => current_step_type === 'signature',
		);
		const upload = {
			resource: 'task',
			operation: 'uploadSignedDocument',
			taskId: { __rl: true, mode: 'id', value: '={{ $json.task_id }}' },
			stepRunId: { __rl: true, mode: 'id', value: '={{ $json.current_step_run_id }}' },
		};
		const before = await open();
		sandbox.addFault({ kind: 'error', endpoint: 'uploadSignedDocument', applied: true });
		await settle(upload, [{ ...one, text: 'signed' }]);
		expect(await open()).toEqual(before);
		sandbox.addFault({ kind: 'error', endpoint: 'uploadSignedDocument' });
		await settle(upload, [{ ...other, text: 'signed' }]);
		expect((await open()).slice(before.length)).toMatchObject([
			{ task_id: String(other?.task_id), operation: 'task.uploadSignedDocument' },
		]);
	});
});
