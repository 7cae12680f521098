import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { listTasks } from '../../scripts/demo/service';
import type { Execution } from '../../scripts/n8n/executions';
import { jsonOf } from '../../scripts/n8n/executions';
import { importWorkflow } from '../../scripts/n8n/workflows';
import { useRecipe } from './recipe';

const recipe = useRecipe('signed-is-approved');

const variable = (variable_id: string, type: string, value: string) => ({
	variable_id,
	type,
	value,
});

/** A task at its signature step, with the document that its draft step generated. */
const toBeSigned = async () => {
	const { ask, sandbox } = recipe();
	const { task_id } = (await ask('/workflows/wf_vendor_agreement/latest/initiate', {
		variables: [
			variable('counterparty', 'text', 'Nordwind Logistik GmbH of Hamburg'),
			variable('contract_value', 'number', '12500'),
			variable('governing_law', 'select', 'Germany'),
		],
	})) as { task_id: number };
	await ask(`/tasks/${task_id}/approve`, { approved: true });
	await ask(`/tasks/${task_id}/approve`, { approved: true });
	const { baseUrl, apiKeys } = sandbox;
	const { tasks } = await listTasks({ baseUrl, apiKey: apiKeys.main });
	const task = tasks.find((one) => one.task_id === task_id);
	expect(task?.current_step_type).toBe('signature');
	const { download_url } = (await ask(`/tasks/${task_id}/steps/draft/document`)) as {
		download_url: string;
	};
	const approved = Buffer.from(await (await fetch(download_url)).arrayBuffer());
	return { task_id, step_run_id: task?.current_step_run_id, approved };
};

type ToBeSigned = Awaited<ReturnType<typeof toBeSigned>>;

const sign = async ({ task_id, step_run_id }: ToBeSigned, file: Uint8Array) => {
	const base64_content = Buffer.from(file).toString('base64');
	await expect(
		recipe().ask(`/tasks/${task_id}/upload-signed-document`, {
			step_run_id,
			file: { filename: 'Signed by hand.pdf', base64_content },
		}),
	).resolves.toMatchObject({ success: true });
};

/** Runs the recipe with another task in its settings, as a builder enters one. */
const compare = async (taskId: number): Promise<Execution> => {
	const { n8n, file, credential, run } = recipe();
	const nodes = file.nodes.map((node) =>
		node.name === 'Settings'
			? (JSON.parse(JSON.stringify(node).replaceAll('10015', String(taskId))) as typeof node)
			: node,
	);
	await importWorkflow(n8n, { ...file, nodes }, [credential]);
	return await run();
};

const compared = async (task: ToBeSigned, file: Uint8Array) => {
	await sign(task, file);
	const execution = await compare(task.task_id);
	expect(execution.error).toBeUndefined();
	const [one, ...more] = jsonOf(execution, 'Compare Texts') as Array<
		IDataObject & { verdict: string; approved: IDataObject; signed: IDataObject }
	>;
	expect(more).toEqual([]);
	return one;
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A PDF with something in it replaced by text of the same length, so that it stays whole. */
const replaced = (pdf: Buffer, from: string, to: string): Buffer => {
	const text = pdf.toString('latin1');
	expect(text).toContain(from);
	expect(to).toHaveLength(from.length);
	return Buffer.from(text.replace(from, to), 'latin1');
};

/** A PDF with no text, as a scan has none. */
const scanned = (pdf: Buffer): Buffer =>
	Buffer.from(
		pdf
			.toString('latin1')
			.replaceAll(/\(.*\) Tj/g, (shown) => `(${' '.repeat(shown.length - 5)}) Tj`),
		'latin1',
	);

describe('a signed copy', () => {
	it('is the same file where its bytes are', async () => {
		const task = await toBeSigned();
		const one = await compared(task, task.approved);
		const file = { pages: 1, pages_without_text: [], sha256: sha256(task.approved) };
		expect(one).toEqual({
			result: 'same file',
			verdict: 'The signed file is identical to the approved file, byte for byte.',
			approved: { file_name: 'Vendor agreement.pdf', ...file },
			signed: { file_name: 'Signed by hand.pdf', ...file },
			passages: [],
		});
	});

	it('has the same text in another file, and no more is claimed', async () => {
		const task = await toBeSigned();
		const other = replaced(task.approved, '%PDF-1.4', '%PDF-1.5');
		const one = await compared(task, other);
		expect(one).toMatchObject({ result: 'same text', passages: [] });
		expect(one?.verdict).toMatch(
			/^Both have the same words.*Only text that n8n can read was compared/,
		);
		expect([one?.approved.sha256, one?.signed.sha256]).toEqual([
			sha256(task.approved),
			sha256(other),
		]);
	});

	it('has a changed clause, which is shown with the words before it', async () => {
		const task = await toBeSigned();
		const one = await compared(task, replaced(task.approved, '12500', '92500'));
		expect(one).toMatchObject({
			result: 'text differs',
			passages: [
				{
					after: expect.stringMatching(/contract_value:$/),
					approved: '12500',
					signed: '92500',
				},
			],
		});
		expect(one?.verdict).toMatch(/^The texts differ in 1 passage\. A difference can be harmless/);
	});

	it('has two changed places, each a passage of its own', async () => {
		const task = await toBeSigned();
		const once = replaced(task.approved, 'Nordwind', 'Westwind');
		const one = await compared(task, replaced(once, '12500', '92500'));
		expect(one).toMatchObject({
			result: 'text differs',
			verdict: expect.stringMatching(/^The texts differ in 2 passages\./),
			passages: [
				{
					approved: expect.stringContaining('Nordwind'),
					signed: expect.stringContaining('Westwind'),
				},
				{ approved: '12500', signed: '92500' },
			],
		});
	});

	it('is a scan without text, of which nothing is claimed', async () => {
		const task = await toBeSigned();
		const one = await compared(task, scanned(task.approved));
		expect(one).toMatchObject({
			result: 'not comparable',
			verdict: expect.stringMatching(
				/^Nothing was compared, because the signed document Signed by hand\.pdf has no text/,
			),
			signed: { pages_without_text: [1] },
			passages: [],
		});
	});
});

describe('a file that cannot be had', () => {
	it.each([
		['getStepDocument', /^Could not get the document that the step generated/],
		['listSignedDocuments', /^Could not get the signed documents/],
	] as const)('stops the run, and says which: %s', async (endpoint, message) => {
		recipe().sandbox.addFault({ kind: 'error', status: 404, endpoint });
		const { status, error } = await compare(10015);
		expect([status, error?.message]).toEqual(['error', expect.stringMatching(message)]);
	});

	it('stops the run where the task has no signed document yet', async () => {
		const { task_id } = await toBeSigned();
		const { status, error } = await compare(task_id);
		expect([status, error?.message]).toEqual([
			'error',
			expect.stringContaining('The task has no signed document'),
		]);
	});

	it('stops the run where it is no PDF', async () => {
		const task = await toBeSigned();
		await sign(task, Buffer.from('PK, a text document'));
		const { status, error } = await compare(task.task_id);
		expect([status, error?.message]).toEqual([
			'error',
			expect.stringContaining('The signed document Signed by hand.pdf is not a PDF'),
		]);
	});
});
