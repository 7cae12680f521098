import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../support/service';
import {
	base64,
	initiate,
	locations,
	taskOf,
	useService,
	vendorVariables,
} from '../support/service';

/* What sections 4 and 7 refuse with 422 and the place of the fault, endpoint by endpoint. */

const service = useService();
const task = 10001;
/** A task at a signature, and its run there. */
let atSignature: { readonly id: number; readonly run: string };
beforeAll(async () => {
	const id = await initiate(service, 'wf_mutual_nda', vendorVariables.slice(0, 1));
	await service.post(`/tasks/${id}/approve`, { approved: true });
	const runs = (await taskOf(service, id)).step_runs as unknown as Json[];
	atSignature = { id, run: String(runs.at(-1)?.step_run_id) };
});

const stranger = { user_email: 'x@stranger.example' };
const file = (filename: unknown, base64_content: unknown = 'AA==') => ({
	filename,
	base64_content,
});
const variable = (variable_id: string, type: string, value: unknown, more: object = {}) => ({
	variables: [...vendorVariables, { variable_id, type, value, ...more }],
});
const field = (field_id: unknown, operator: string, value?: unknown) => ({
	type: 'field',
	field_id,
	operator,
	value,
});
const attribute = (attribute_id: string) => ({
	...{ type: 'attribute', attribute_id },
	...{ operator: 'eq', value: 'x' },
});
const time = '2025-06-01T00:00:00Z';

interface Refused {
	readonly path: () => string;
	readonly method?: 'PATCH' | 'POST';
	readonly base: () => object;
	/** What is different from a valid body, and the places of the faults in the body. */
	readonly cases: ReadonlyArray<readonly [object, ...string[]]>;
}

const initiation: Refused = {
	path: () => '/workflows/wf_vendor_agreement/latest/initiate',
	base: () => ({ variables: vendorVariables }),
	cases: [
		[{ user: stranger.user_email }, 'user'],
		[
			{ variables: [] },
			...['variables.counterparty', 'variables.contract_value', 'variables.governing_law'],
		],
		[variable('effective_date', 'date', 'soon'), 'variables.3.value'],
		[variable('draft', 'text', 'x'), 'variables.3.type'],
		[variable('unknown', 'text', 'x'), 'variables.3.variable_id'],
		[variable('counterparty', 'text', 'twice'), 'variables.3.variable_id'],
		[variable('draft', 'file', 'a', { file_id: 'file_unknown' }), 'variables.3.file_id'],
		[variable('draft', 'file', 'a.pdf'), 'variables.3.file_id'],
		[variable('draft', 'file', 'a.pdf', { file_extension: 'pdf' }), 'variables.3.file_id'],
		[
			variable('draft', 'file', 'a', { file_extension: 'pdf', base64_content: 'nö!' }),
			'variables.3.base64_content',
		],
		[
			variable('draft', 'file', 'a', { file_extension: '.exe', base64_content: 'AA==' }),
			'variables.3.file_extension',
		],
		[
			{
				variables: [
					{ variable_id: 'counterparty', type: 'text', value: 'A' },
					{ variable_id: 'contract_value', type: 'number', value: '-5' },
					{ variable_id: 'governing_law', type: 'select', value: 'Atlantis' },
				],
			},
			...['variables.1.value', 'variables.2.value'],
		],
	],
};

const approval: Refused = {
	path: () => `/tasks/${task}/approve`,
	base: () => ({ approved: true }),
	cases: [
		[stranger, 'user_email'],
		[{ variables: [{ variable_id: 'nope', type: 'text', value: 'x' }] }, 'variables.0.variable_id'],
	],
};

const comment: Refused = {
	path: () => `/tasks/${task}/comment`,
	base: () => ({ comment: 'x' }),
	cases: [
		[stranger, 'user_email'],
		[{ mention_user_ids: [501, 701] }, 'mention_user_ids'],
		[{ mention_user_ids: [590] }, 'mention_user_ids'],
		[{ reply_to: 999_999 }, 'reply_to'],
		[{ attachments: [file('noextension')] }, 'attachments.0.filename'],
		[{ attachments: [file('a.txt'), file('b.txt', 'A')] }, 'attachments.1.base64_content'],
	],
};

const attachments: Refused = {
	path: () => `/tasks/${task}/attachments`,
	base: () => ({ files: [file('a.txt')] }),
	cases: [
		[{ files: [file('a')] }, 'files.0.filename'],
		[{ reply_to: 999_999 }, 'reply_to'],
		[stranger, 'user_email'],
	],
};

const signedDocument: Refused = {
	path: () => `/tasks/${atSignature.id}/upload-signed-document`,
	base: () => ({ step_run_id: atSignature.run, file: file('a.pdf', base64('signed')) }),
	cases: [[{ file: file('a.pdf', '***') }, 'file.base64_content']],
};

const taskList: Refused = {
	path: () => '/tasks/list',
	base: () => ({}),
	cases: [
		[{ last_created_at: 'yesterday' }, 'last_created_at'],
		[{ limit: 0, status: 'open' }, 'limit', 'status'],
	],
};

const attributes: Refused = {
	path: () => `/core/files/${service.sandbox.ids.fileId}/attributes`,
	method: 'PATCH',
	base: () => ({ attributes: [] }),
	cases: [
		[
			{
				attributes: [
					{ name: 'new', data_type: 'text', value: 'x' },
					{ name: 'a', data_type: 'currency', value: '1' },
					{ name: 'b', data_type: 'number', value: 1 },
					{ data_type: 'text', value: 'x' },
				],
			},
			...['attributes.1.data_type', 'attributes.2.value', 'attributes.3.name'],
		],
		[
			{
				attributes: [
					{ name: 'a', data_type: 'number', value: 'many' },
					{ name: 'b', data_type: 'date', value: 'soon' },
					{ name: 'c', data_type: 'boolean', value: 'yes' },
				],
			},
			...['attributes.0.value', 'attributes.1.value', 'attributes.2.value'],
		],
	],
};

const documentSearch: Refused = {
	path: () => '/core/documents/search',
	base: () => ({}),
	cases: [
		[{ last_created_at: time, last_updated_at: time }, 'last_created_at'],
		[{ last_created_at: time, offset: 0 }, 'offset'],
		[{ last_created_at: 'page 2' }, 'last_created_at'],
		[
			{
				filters: [
					field(103, 'contains', 5),
					field(999, 'eq', 'x'),
					{ type: 'group', filters: [field(103, 'between', [1]), attribute('nope_text')] },
					field(104, 'in', 'Delaware'),
					field(1, 'eq', 'NDA'),
				],
			},
			...['filters.0.operator', 'filters.1.field_id', 'filters.2.filters.0.value'],
			...['filters.2.filters.1.attribute_id', 'filters.3.value'],
		],
		[
			{
				filters: [
					field('1', 'like', 'x'),
					attribute('region'),
					{ type: 'group', group_operator: 'xor', filters: [{ type: 'other' }] },
					field(1, 'eq'),
				],
			},
			...['filters.0.field_id', 'filters.0.operator', 'filters.1.attribute_id'],
			...['filters.2.group_operator', 'filters.2.filters.0.type', 'filters.3.value'],
		],
	],
};

const all = { initiation, approval, comment, attachments, signedDocument };
describe.each(Object.entries({ ...all, taskList, attributes, documentSearch }))(
	'%s',
	(_name, { path, method = 'POST', base, cases }) => {
		it('names the place of each fault, all together, and changes nothing', async () => {
			const { sql } = service.sandbox.service.store;
			const state = () =>
				sql.get`SELECT (SELECT group_concat(updated_at || body) FROM tasks) AS tasks,
					(SELECT count(*) FROM activity_log) AS entries,
					(SELECT group_concat(mapped_fields) FROM documents) AS documents`;
			const before = state();
			for (const [change, ...places] of cases) {
				const body = { ...base(), ...change };
				const answer = await service.call(method, path(), { body });
				const expected = places.map((place) => `body.${place}`);
				expect([body, answer.status, locations(answer)]).toEqual([body, 422, expected]);
			}
			expect(JSON.stringify(state()) === JSON.stringify(before)).toBe(true);
		});
	},
);

/** The bodies of those that take one. */
const bodies: Readonly<Record<string, object>> = {
	'/tasks/99999999/approve': { approved: true },
	'/tasks/99999999/comment': { comment: 'x' },
	'/tasks/99999999/attachments': {},
	'/core/files/file_unknown/attributes': { attributes: [] },
	'/workflows/unknown/latest/initiate': { variables: [] },
};

it.each<['GET' | 'POST' | 'PATCH', string]>([
	['GET', '/tasks/99999999'],
	['GET', '/tasks/-1'],
	['GET', '/tasks/abc'],
	['GET', `/tasks/${'9'.repeat(30)}`],
	['POST', '/tasks/99999999/approve'],
	['POST', '/tasks/99999999/comment'],
	['POST', '/tasks/99999999/attachments'],
	['GET', '/tasks/99999999/signed-documents'],
	['GET', '/tasks/99999999/steps/draft/document'],
	['GET', '/tasks/10001/steps/unknown/document'],
	['PATCH', '/core/files/file_unknown/attributes'],
	['GET', '/workflows/unknown/latest/schema'],
	['GET', '/workflows/wf_mutual_nda/3/schema'],
	['GET', `/workflows/wf_mutual_nda/${'9'.repeat(40)}/schema`],
	['POST', '/workflows/unknown/latest/initiate'],
	['GET', '/server/clickwrap/unknown'],
	['GET', '/server/clickwrap/unknown/history'],
])('%s %s is answered with 404', async (method, path) => {
	const answer = await service.call(method, path, { body: bodies[path] });
	expect([answer.status, typeof answer.data.detail]).toEqual([404, 'string']);
});

it.each([
	['GET', '/tasks/by-external-source-id', 'query.external_source_id'],
	['GET', '/tasks/by-external-source-id?external_source_id=', 'query.external_source_id'],
	[
		'GET',
		'/tasks/by-external-source-id?external_source_id=a&external_source_id=b',
		'query.external_source_id',
	],
	['GET', '/core/org-fields?include_attributes=perhaps', 'query.include_attributes'],
	['POST', '/tasks/abc/approve', 'path.task_id'],
] as const)('%s %s is refused at %s', async (method, path, place) => {
	const body = method === 'POST' ? { approved: true } : undefined;
	const answer = await service.call(method, path, { body });
	expect([answer.status, locations(answer)]).toEqual([422, [place]]);
});
