import { afterEach, describe, expect, it } from '@jest/globals';
import { runNode } from '../support/n8nCore';
import { operationNamed, operations } from '../support/operations.table';
import { keyCredential } from '../support/stage';
import { faultServers, json, text } from './faultServer';
import { errorOf } from './items';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };

const runAt = async (url: string, parameters = operationNamed('task.get').parameters) =>
	await runNode({
		parameters,
		credentials: keyCredential(url, 'key_1'),
		items: [{ json: {}, binary: { data: file } }],
	});

describe('an answer that is no object is an error', () => {
	const bodies = ['[]', '5', '"text"', 'null', 'true', '', '<html></html>', '{"task":', '\u0000'];
	it.each(operations.map((operation) => [operation.name, operation] as const))(
		'%s',
		async (_name, { parameters }) => {
			for (const body of bodies) {
				const server = await serve(() => ({ atBody: text(200, 'application/json', body) }));
				const { output, error } = await runAt(server.url, parameters);
				expect({ body, output }).toEqual({ body, output: [] });
				expect(error?.message).toMatch(
					/^The response of the service is not a JSON object$|^The connection broke/,
				);
			}
		},
	);
});

const wrong: ReadonlyArray<readonly [string, object]> = [
	...[{}, { task: 5 }, { task: null }, { task: 'x' }, { task: [] }].map(
		(answer) => ['task.get', answer] as const,
	),
	...[
		{},
		{ tasks: null, total_count: 1 },
		{ tasks: 5, total_count: 1 },
		{ tasks: {}, total_count: 1 },
		{ tasks: [5], total_count: 1 },
		{ tasks: [null], total_count: 1 },
	].map((answer) => ['task.getMany', answer] as const),
	...[{}, { tasks: null }, { tasks: 'x' }, { tasks: [1] }].map(
		(answer) => ['task.getManyByExternalSourceId', answer] as const,
	),
	...[
		{},
		{ documents: {}, has_next: false },
		{ documents: [7], has_next: false },
		{ documents: 'x', has_next: false },
	].map((answer) => ['document.search', answer] as const),
	...[{}, { task_id: 1, documents: 5 }, { task_id: 1, documents: [null] }].map(
		(answer) => ['task.getSignedDocuments', answer] as const,
	),
	...[{}, { slug: 'terms', versions: 'x' }, { slug: 'terms', versions: [1] }].map(
		(answer) => ['clickwrap.getHistory', answer] as const,
	),
	...[{}, { document_types: 'x' }, { document_types: [1] }].map(
		(answer) => ['documentType.getMany', answer] as const,
	),
	...[{}, { org_fields: 5, attributes: null }, { org_fields: [null], attributes: null }].map(
		(answer) => ['orgField.getMany', answer] as const,
	),
	...[{}, { workflow_schema: 5 }, { workflow_schema: null }].map(
		(answer) => ['workflow.getSchema', answer] as const,
	),
];

it.each(wrong)(
	'%s answered with %j is a clear error, and nothing comes out',
	async (name, answer) => {
		const server = await serve(() => ({ atBody: json(200, answer) }));
		const { output, error } = await runAt(server.url, operationNamed(name).parameters);
		expect(output).toEqual([]);
		expect(error?.message).toMatch(
			/is missing or invalid in the response of the service$|^The service did not return /,
		);
	},
);

it('an answer of 50 MB comes out whole', async () => {
	const task_title = 'a'.repeat(50_000_000);
	const server = await serve(() => ({ atBody: json(200, { task: { task_id: 1, task_title } }) }));
	const { output, error } = await runAt(server.url);
	expect(error).toBeUndefined();
	expect((output[0]?.json.task_title as string).length).toBe(50_000_000);
});

it('an answer of 50 MB that is no JSON is an error of a readable size', async () => {
	const server = await serve(() => ({ atBody: text(200, 'text/html', 'a'.repeat(50_000_000)) }));
	const { output, error } = await runAt(server.url);
	expect(output).toEqual([]);
	expect(`${error?.message} ${error?.description}`.length).toBeLessThan(3_000);
});

it('a detail of 50 MB is cut', async () => {
	const server = await serve(() => ({ atBody: json(409, { detail: 'x'.repeat(50_000_000) }) }));
	for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
		const { saved, output } = await runNode({
			parameters: operationNamed('task.get').parameters,
			credentials: keyCredential(server.url, 'key_1'),
			onError,
		});
		expect(saved.length).toBeLessThan(50_000);
		expect(JSON.stringify(errorOf(output[0]) ?? null).length).toBeLessThan(6_000);
	}
});
