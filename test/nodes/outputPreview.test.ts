import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { operations } from '../support/operations.table';
import { packedPackage } from '../support/packedPackage';
import type { Stage } from '../support/stage';
import { byId, startStage } from '../support/stage';

/*
 * What n8n shows of an operation before it has run, beside what the operation really gives, with the
 * defaults of its parameters: the same keys, and the same types.
 */

interface Preview {
	readonly type?: string;
	readonly properties?: Readonly<Record<string, Preview>>;
	readonly items?: Preview;
	readonly version?: number;
}

let stage: Stage;
beforeAll(async () => {
	stage = await startStage();
});
afterAll(() => stage.sandbox.stop());

const folder = path.join(packedPackage, 'dist/nodes/ContractWorkflow/__schema__/v1.0.0');

const previewOf = (name: string): Preview =>
	JSON.parse(readFileSync(path.join(folder, `${name.replace('.', '/')}.json`), 'utf8')) as Preview;

it('the package holds a preview of every operation', () => {
	const files = readdirSync(folder, { recursive: true }).map(String);
	const names = files
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace(/\.json$/, '').replace(path.sep, '.'));
	expect(names.sort()).toEqual(operations.map(({ name }) => name).sort());
	for (const name of names) expect(previewOf(name)).toMatchObject({ type: 'object', version: 1 });
});

/** The paths of a preview with the type of each; of a map, or of anything, none below it. */
const told = ({ type, properties, items }: Preview, at: string): Array<[string, string]> => [
	[at, type ?? 'anything'],
	...Object.entries(properties ?? {}).flatMap(([name, one]) => told(one, `${at}.${name}`)),
	...(items ? told(items, `${at}[]`) : []),
];

const typeOf = (value: unknown): string =>
	value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** The paths of a value with the type of each; none below those that are left `open`. */
const found = (value: unknown, at: string, open: ReadonlySet<string>): Array<[string, string]> => [
	[at, typeOf(value)],
	...(Array.isArray(value)
		? value.flatMap((one) => found(one, `${at}[]`, open))
		: typeof value === 'object' && value !== null && !open.has(at)
			? Object.entries(value).flatMap(([name, one]) => found(one, `${at}.${name}`, open))
			: []),
];

/** An input item with a file in `data`. */
const withFile: INodeExecutionData[] = [
	{
		json: {},
		binary: { data: { data: 'c2lnbmVk', mimeType: 'application/pdf', fileName: 'a.pdf' } },
	},
];

/** The run of the signature step at which task 10006 waits. */
const signatureRun = async (): Promise<string> => {
	const { task } = await stage.ask('GET', '/tasks/10006');
	return String(task?.current_step_run_id ?? task?.step_runs?.[2]?.step_run_id);
};

/** What each operation needs for an answer in which nothing is missing. */
const givenTo = async (name: string): Promise<INodeParameters> => {
	const task = byId('10001');
	const { ids } = stage.sandbox;
	switch (name) {
		case 'clickwrap.getActive':
		case 'clickwrap.getHistory':
			return { slug: ids.slug };
		case 'task.getManyByExternalSourceId':
			return { externalSourceId: 'CRM-2025-0001' };
		case 'task.getSignedDocuments':
			return { taskId: byId('10009') };
		case 'task.getStepDocument':
			return { taskId: task, stepId: byId('draft') };
		case 'task.comment':
			return { taskId: task, comment: 'Hello' };
		case 'task.uploadSignedDocument':
			return { taskId: byId('10006'), stepRunId: byId(await signatureRun()) };
		case 'document.updateAttributes': {
			const attribute = [{ name: 'note', dataType: 'text', value: 'x' }];
			return { fileId: ids.fileId ?? '', attributes: { attribute } };
		}
		case 'workflow.getSchema':
			return { workflowId: byId('wf_master_services') };
		case 'workflow.initiate': {
			const value = { counterparty: 'Aldgate Ltd' };
			const variables = { mappingMode: 'defineBelow', value, schema: [], matchingColumns: [] };
			return { workflowId: byId('wf_mutual_nda'), variables };
		}
		case 'group.create':
			return { name: 'Previewed', userIds: String(ids.userId) };
		default:
			return name.startsWith('task.') && name !== 'task.getMany' ? { taskId: task } : {};
	}
};

/** Section 2: a validation holds rules of which one is shown, so the sandbox chose the others. */
const leftOpen = /^\$\.variables\[\]\.validation\./;

// What comes out of a question comes with its answer: test/n8n/waiting.test.ts holds its preview.
const atOnce = operations.filter(({ name }) => name !== 'task.sendAndWait');

it.each(atOnce)('$name gives what its preview tells', async ({ name, file }) => {
	const { output, error } = await stage.run(name, await givenTo(name), {
		...(file && { items: withFile }),
	});
	stage.received();
	expect(error).toBeUndefined();
	expect(output).not.toHaveLength(0);
	const preview = told(previewOf(name), '$');
	const anything = preview.filter(([, type]) => type === 'anything').map(([at]) => at);
	const maps = preview.filter(
		([at, type]) => type === 'object' && !preview.some(([other]) => other.startsWith(`${at}.`)),
	);
	const open = new Set([...anything, ...maps.map(([at]) => at)]);
	const real = output.flatMap(({ json }) => found(json, '$', open));
	const types = new Map(preview);
	const paths = new Set(real.map(([at]) => at).filter((at) => types.has(at) || !leftOpen.test(at)));
	expect([...paths].sort()).toEqual([...types.keys()].sort());
	const other = real.filter(
		([at, type]) =>
			type !== 'null' && types.has(at) && types.get(at) !== 'anything' && types.get(at) !== type,
	);
	expect(other).toEqual([]);
});
