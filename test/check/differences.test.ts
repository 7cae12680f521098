import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { networkTransport } from '../../check/network/transport';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import { vendorVariables } from '../../sandbox/test/support/service';
import type { Alteration, Altered, Parsed } from './alteringTransport';
import { checkAltered } from './lies';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ rateLimit: 100_000 });
});
afterAll(() => sandbox.stop());

const createTask = async (): Promise<void> => {
	const answer = await fetch(`${sandbox.baseUrl}/workflows/wf_vendor_agreement/latest/initiate`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-api-key': sandbox.apiKeys.main },
		body: JSON.stringify({
			variables: vendorVariables,
		}),
	});
	expect(answer.status).toBe(200);
};

/** What the check names of a service whose answers are altered: endpoint and place. */
const named = async (alterations: readonly Alteration[]): Promise<string[]> => {
	const { differences } = await checkAltered(sandbox, alterations);
	return differences.map(({ of, place }) => `${of}: ${place}`);
};

const list = /^\/tasks\/list$/;
const search = /^\/core\/documents\/search$/;

/** What is planted, with the place that the check must name. */
const plants: ReadonlyArray<Alteration & { readonly name: string; readonly place: string }> = [
	{
		name: 'a field that is missing',
		method: 'POST',
		path: list,
		alter: ({ body }) => body.tasks?.forEach((task: Parsed) => delete task.priority),
		place: 'POST /tasks/list: tasks[].priority',
	},
	{
		name: 'a wrong type',
		method: 'GET',
		path: /^\/core\/document-types$/,
		alter: ({ body }) =>
			body.document_types.forEach((type: Parsed) => (type.org_id = String(type.org_id))),
		place: 'GET /core/document-types: document_types[].org_id',
	},
	{
		name: 'an unknown value of an enum',
		method: 'GET',
		path: /^\/core\/org-fields$/,
		alter: ({ body }) => (body.org_fields[1].field_value_type = 'money'),
		place: 'GET /core/org-fields: org_fields[].field_value_type',
	},
	{
		name: 'another status',
		method: 'GET',
		path: /^\/server\/clickwrap\/no-such[^/]*$/,
		alter: (answer) => (answer.status = 410),
		place: 'GET /server/clickwrap/{slug}: the status',
	},
	{
		name: 'an error body of another form',
		method: 'POST',
		path: list,
		alter(answer) {
			if (answer.status === 422) answer.body = { error: 'invalid' };
		},
		place: 'POST /tasks/list: the body of a 422',
	},
	{
		name: 'another order than newest first',
		method: 'GET',
		path: /\/history$/,
		alter: ({ body }) => body.versions?.reverse(),
		place: 'GET /server/clickwrap/{slug}/history: versions',
	},
	{
		name: 'a cursor that nothing continues',
		method: 'POST',
		path: search,
		alter({ body }) {
			if (typeof body.next_cursor === 'string') body.next_cursor = '1999-01-01T00:00:00Z';
		},
		place: 'POST /core/documents/search: next_cursor',
	},
	{
		name: 'a total that is not the number of rows',
		method: 'POST',
		path: list,
		alter: ({ body }) => (body.total_count += 3),
		place: 'POST /tasks/list: total_count',
	},
	{
		name: 'a has_next that is always true',
		method: 'POST',
		path: search,
		alter(answer) {
			if (answer.status === 200) answer.body.has_next = true;
		},
		place: 'POST /core/documents/search: has_next',
	},
	{
		name: 'a time that is not ISO 8601',
		method: 'GET',
		path: /^\/tasks\/\d+$/,
		alter({ body }) {
			if (body.task) body.task.created_at = '22/11/2026 09:30';
		},
		place: 'GET /tasks/{task_id}: task.created_at',
	},
	{
		name: 'null where the contract has none',
		method: 'GET',
		path: /^\/v2\/users\/org-info$/,
		alter(answer) {
			if (answer.status === 200) answer.body.org_name = null;
		},
		place: 'GET /v2/users/org-info: org_name',
	},
	{
		name: 'a path that answers with something else',
		method: 'GET',
		path: /\/signed-documents$/,
		alter(answer) {
			if (answer.status === 200) answer.body.task_id += 1;
		},
		place: 'GET /tasks/{task_id}/signed-documents: task_id',
	},
];

describe('differences from the contract', () => {
	it('of the sandbox itself are none', async () => {
		const { differences, requests } = await checkAltered(sandbox, []);
		expect(differences).toEqual([]);
		expect(requests).toBeGreaterThan(50);
	});

	it('are named, all twelve of them and nothing else', async () => {
		expect(plants).toHaveLength(12);
		const found = await named(plants);
		expect([...found].sort()).toEqual(plants.map(({ place }) => place).sort());
	});

	it.each(plants)('alone: $name', async (plant) => {
		expect(await named([plant])).toEqual([plant.place]);
	});

	it.each([
		[
			'a has_next that is always false',
			search,
			({ body }: Altered): void => {
				if (body.has_next) body.has_next = false;
			},
			'has_next',
		],
		[
			'no cursor where rows follow',
			search,
			({ body }: Altered): void => {
				body.next_cursor = null;
			},
			'next_cursor',
		],
		[
			'a page without its last row',
			search,
			({ body }: Altered): void => {
				if (body.documents?.length === 100) body.documents.pop();
			},
			'documents',
		],
	] as const)('are named: %s', async (_name, path, alter, place) => {
		const found = await named([{ method: 'POST', path, alter }]);
		expect(found).toEqual([`POST /core/documents/search: ${place}`]);
	});

	it.each([2, 4, 8, 15])(
		'are none where a task is created before reading %d of the list',
		async (nth) => {
			let lists = 0;
			const { differences } = await checkAltered(sandbox, [], {
				transportTo: (target) => {
					const next = networkTransport(target);
					return async (request) => {
						if (request.path === '/tasks/list' && ++lists === nth) await createTask();
						return await next(request);
					};
				},
			});
			expect(differences).toEqual([]);
			expect(lists).toBeGreaterThan(nth);
		},
	);

	it('are told in words, with the place where each was met first', async () => {
		const [enumPlant] = plants.filter(({ name }) => name === 'an unknown value of an enum');
		if (enumPlant === undefined) throw new Error('There is no such plant');
		const { differences } = await checkAltered(sandbox, [enumPlant]);
		expect(differences).toEqual([
			expect.objectContaining({
				of: 'GET /core/org-fields',
				expected: 'text, enum, number, boolean, date or clause',
				came: ['"money"'],
				first: 'org_fields[1].field_value_type',
				count: 2,
			}),
		]);
	});

	it('are not what the contract does not know: that is a note', async () => {
		const extra: Alteration = {
			method: 'GET',
			path: /^\/users\/org-info$/,
			alter(answer) {
				if (answer.status === 200) answer.body.region = 'eu';
			},
		};
		const { differences, notes } = await checkAltered(sandbox, [extra]);
		expect(differences).toEqual([]);
		expect(notes.map(({ of, place }) => `${of}: ${place}`)).toContain(
			'GET /users/org-info: region',
		);
	});
});
