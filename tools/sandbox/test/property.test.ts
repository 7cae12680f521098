import { Agent, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Endpoint } from '../../../src/contract';
import { contract, errorBody } from '../../../src/contract';
import type { Service } from './support/service';
import { startService } from './support/service';

let service: Service;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
	service = await startService({ tasks: 20, documents: 20, requestLogSize: 10 });
});
afterAll(async () => {
	agent.destroy();
	await service.sandbox.stop();
});

const endpoints: readonly Endpoint[] = Object.values(contract);

/** Sends a request as it is, without a library's help or correction. */
const sendRaw = (
	method: string,
	path: string,
	body: string,
): Promise<{ status: number; text: string }> =>
	new Promise((resolve, reject) => {
		const { hostname, port } = new URL(service.sandbox.baseUrl);
		const headers = {
			'X-API-Key': service.sandbox.apiKeys.main,
			'Content-Type': 'application/json',
			'Content-Length': Buffer.byteLength(body),
		};
		send({ hostname, port, path, method, headers, agent }, (answer) => {
			text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, text: read }), reject);
		})
			.on('error', reject)
			.end(body);
	});

const unit = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom('grapheme', 'binary' as const) },
	{ weight: 1, arbitrary: fc.constant('binary' as const) },
);
const anyText = fc.oneof(
	unit.chain((kind) => fc.string({ unit: kind, maxLength: 30 })),
	fc.constantFrom(
		"'; DROP TABLE tasks; --",
		'" OR 1=1 --',
		'\u0000',
		'\ud800',
		'a\udfffb',
		'__proto__',
		'../../etc/passwd',
		'{{signing_key}}',
		'%s%n',
		'9'.repeat(400),
	),
);
const anyScalar = fc.oneof(
	anyText,
	fc.constantFrom(null, true, false, 0, -1, 1e308, -1e308, 2 ** 53, 1e-300, 0.5, 200, 10001),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const anyJson = fc.jsonValue({ maxDepth: 3 });
const anyValue = fc.oneof({ weight: 4, arbitrary: anyScalar }, { weight: 1, arbitrary: anyJson });

const fields = [
	'name',
	'users_ids',
	'attributes',
	'limit',
	'offset',
	'last_updated_at',
	'last_created_at',
	'filters',
	'variables',
	'user',
	'metadata',
	'status',
	'include_inactive',
	'approved',
	'comment',
	'user_email',
	'mention_user_ids',
	'reply_to',
	'attachments',
	'files',
	'attach_to_task',
	'attachment_ids',
	'step_run_id',
	'file',
	'type',
	'field_id',
	'operator',
	'value',
	'attribute_id',
	'group_operator',
	'variable_id',
	'data_type',
	'filename',
	'base64_content',
	'file_id',
	'file_extension',
	'__proto__',
];
/** Objects that use the fields of the API, so that many of them get past the first check. */
const { body: anyBody } = fc.letrec((tie) => ({
	leaf: anyValue,
	list: fc.array(fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('body')), { maxLength: 3 }),
	body: fc.dictionary(
		fc.constantFrom(...fields),
		fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('list'), tie('body')),
		{ maxKeys: 5 },
	),
}));

const filter = fc
	.record({
		type: fc.constantFrom('field', 'attribute'),
		field_id: fc.constantFrom(1, 3, 4, 5, 7, 101, 103, 104, 105, 999),
		attribute_id: fc.constantFrom(
			'region_text',
			'risk_score_number',
			'renewal_date_date',
			'x_link',
		),
		operator: fc.constantFrom(
			'eq',
			'in',
			'gt',
			'lte',
			'not_in',
			'between',
			'contains',
			'not_contains',
			'exists',
		),
		value: fc.oneof(anyScalar, fc.array(anyScalar, { maxLength: 3 })),
	})
	.map(({ type, field_id, attribute_id, ...rest }) =>
		type === 'field' ? { type, field_id, ...rest } : { type, attribute_id, ...rest },
	);
const base64 = fc.oneof(
	fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('base64')),
	anyText,
);
const files = fc.array(
	fc.record({ filename: anyText.map((name) => `${name}.txt`), base64_content: base64 }),
	{
		maxLength: 2,
	},
);
const variables = fc.array(
	fc.record({
		variable_id: fc.oneof(fc.constantFrom('counterparty', 'contract_value', 'draft'), anyText),
		type: fc.constantFrom('text', 'number'),
		value: fc.oneof(anyText, fc.double({ noNaN: true }).map(String)),
	}),
	{ maxLength: 3 },
);
const optional = { requiredKeys: [] as never[] };

/** Bodies that are right but for their values, by the end of the endpoint's path. */
const nearlyRight: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
	groups: fc.record({ name: anyText, users_ids: fc.constantFrom([], [501], [2 ** 53 - 1]) }),
	attributes: fc.record({
		attributes: fc.array(
			fc.record({
				name: anyText,
				data_type: fc.constantFrom('text', 'number', 'date', 'link'),
				value: anyText,
			}),
			{ maxLength: 3 },
		),
	}),
	search: fc.record(
		{ filters: fc.array(filter, { maxLength: 3 }), limit: fc.integer({ min: 1, max: 200 }) },
		optional,
	),
	initiate: fc.record({ variables, metadata: fc.dictionary(anyText, anyJson) }),
	list: fc.record({ limit: fc.integer({ min: 1, max: 200 }), offset: fc.maxSafeNat() }, optional),
	approve: fc.record({ approved: fc.boolean(), comment: anyText, variables }, optional),
	comment: fc.record({ comment: anyText, attachments: files }),
	attachments: fc.record({ files, attach_to_task: fc.boolean() }, optional),
	'upload-signed-document': fc.record({
		step_run_id: anyText,
		file: fc.record({ filename: anyText, base64_content: base64 }),
	}),
};

const broken = fc.oneof(
	anyText,
	fc.constantFrom('{', '[1,', '{"a":}', 'NaN', '\u0000', '{"limit":1e999}', `${'['.repeat(3000)}`),
	anyBody.map((body) => JSON.stringify(body).slice(0, -1)),
);
/** A body for the endpoint: nearly right, made of the API's fields, any JSON, or not JSON. */
const bodyText = ({ path }: Endpoint): fc.Arbitrary<string> => {
	const right = nearlyRight[path.split('/').at(-1) ?? ''] ?? anyBody;
	const asText = (value: unknown): string => JSON.stringify(value);
	return fc.oneof(
		{ weight: 5, arbitrary: right.map(asText) },
		{ weight: 3, arbitrary: anyBody.map(asText) },
		{ weight: 1, arbitrary: anyJson.map(asText) },
		{ weight: 1, arbitrary: broken },
	);
};

/** Lone surrogates have no percent encoding. */
const wellFormed = (value: string): string => Buffer.from(value).toString();

const known: Readonly<Record<string, string>> = {
	task_id: '10005',
	file_id: 'file_unknown',
	workflow_id: 'wf_vendor_agreement',
	version: 'latest',
	step_id: 'draft',
	slug: 'terms-of-service',
};

/** The endpoint's path with known values or strange ones. */
const pathText = ({ path, query }: Endpoint): fc.Arbitrary<string> => {
	const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
	const strange = anyText.map((value) => encodeURIComponent(wellFormed(value)) || '%20');
	const values = names.map((name) =>
		fc.oneof(
			{ weight: 4, arbitrary: fc.constant(known[name] ?? '1') },
			{ weight: 1, arbitrary: fc.constantFrom('0', '-1', '1e3', '99999999') },
			{ weight: 1, arbitrary: strange },
		),
	);
	const parameter = path.startsWith('/tasks') ? 'external_source_id' : 'include_attributes';
	return fc.tuple(fc.tuple(...values), strange).map(([segments, asked]) => {
		const rest = [...segments];
		const filled = path.replace(/\{\w+\}/g, () => rest.shift() ?? '');
		return query ? `${filled}?${parameter}=${asked}` : filled;
	});
};

const anyRequest = fc
	.constantFrom(...endpoints.filter(({ auth }) => auth === 'apiKey'))
	.chain((endpoint) =>
		fc.record({
			method: fc.constant(endpoint.method),
			path: pathText(endpoint),
			body: endpoint.body ? bodyText(endpoint) : fc.constant(''),
		}),
	);

it('answers every input with a documented or 4xx status and a JSON body, and goes on', async () => {
	await fc.assert(
		fc.asyncProperty(anyRequest, async ({ method, path, body }) => {
			const real = path.replace('file_unknown', String(service.sandbox.ids.fileId));
			const answer = await sendRaw(method, real, body);
			expect(answer.status < 500 || answer.status === 501).toBe(true);
			const parsed: unknown = JSON.parse(answer.text);
			if (answer.status !== 200) errorBody.parse(parsed);
			expect(answer.text).not.toMatch(/\bat .+:\d+:\d+|SQLITE|node_modules/);
		}),
		{ numRuns: 2000 },
	);
	expect((await service.get('/tasks/10001')).status).toBe(200);
}, 60_000);
