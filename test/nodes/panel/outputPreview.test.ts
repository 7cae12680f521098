import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import type { INodeExecutionData } from 'n8n-workflow';
import { operations } from '../../support/operations.table';
import { packedPackage } from '../../support/packedPackage';
import { sharedStage } from '../../support/stage';

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

const stage = sharedStage();

const folder = path.join(packedPackage, 'dist/nodes/ContractWorkflow/__schema__/v1.0.0');

const previewOf = (name: string): Preview =>
	JSON.parse(readFileSync(path.join(folder, `${name.replace('.', '/')}.json`), 'utf8')) as Preview;

it('__schema__ of the package has a preview of every operation', () => {
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

/** An input item with a task, and a file in `data`. */
const withFile: INodeExecutionData[] = [
	{
		json: { task: 10001 },
		binary: { data: { data: 'c2lnbmVk', mimeType: 'application/pdf', fileName: 'a.pdf' } },
	},
];

/**
 * What depends on the organization. Section 2: a validation holds rules of which one is shown, so the
 * sandbox chose the others.
 */
const leftOpen = /^\$\.(variables\[\]\.validation\.|(variable|field|attribute)_)/;

// What comes out of a question comes with its answer: test/n8n/waiting.test.ts holds its preview.
const atOnce = operations.filter(({ name }) => name !== 'task.sendAndWait');

it.each(atOnce)('$name gives what its preview tells', async ({ name, given, inSandbox }) => {
	const parameters = { ...given, ...(await inSandbox?.(stage)) };
	const { output, error } = await stage.run(name, parameters, { items: withFile });
	stage.received();
	expect(error).toBeUndefined();
	if (output.length === 0) throw new Error('Its row lacks what it takes in a sandbox: inSandbox');
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
