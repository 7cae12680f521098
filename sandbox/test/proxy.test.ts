import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Endpoint } from '../../src/contract';
import { contract } from '../../src/contract';
import type { ExampleRequest } from './support/examples';
import { exampleFiles } from './support/examples';
import type { Service } from './support/service';
import { base64, request as send, startService, vendorVariables } from './support/service';

/*
 * Prism, which shares no code with this package, stands between the tests and the sandbox and holds
 * both to the document.
 */

let service: Service;
let proxy: string;
let stopProxy: () => Promise<void>;

const project = path.join(__dirname, '..', '..');

beforeAll(async () => {
	service = await startService();
	const script = ['--import', 'tsx', 'scripts/openApi/validatingProxy.ts', service.sandbox.baseUrl];
	const child = spawn(process.execPath, script, {
		cwd: project,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const closed = once(child, 'close');
	const [line] = await once(createInterface({ input: child.stdout }), 'line');
	proxy = String(line);
	stopProxy = async () => {
		child.kill();
		await closed;
	};
}, 120_000);
afterAll(async () => {
	await stopProxy?.();
	await service?.sandbox.stop();
});

interface Violation {
	readonly location: readonly string[];
	readonly message: string;
}

type Method = Endpoint['method'];
type Credential = Readonly<Record<string, string>>;

const violationsOf = (headers: Readonly<Record<string, string>>): Violation[] =>
	JSON.parse(headers['sl-violations'] ?? '[]');

/** Asks by way of the proxy, with the main key or the credential given. */
const ask = async (method: Method, place: string, body?: unknown, credential?: Credential) => {
	const { apiKeys, oauthTokens } = service.sandbox;
	const own: Credential = place.startsWith('/v2/')
		? { Authorization: `Bearer ${oauthTokens.main}` }
		: { 'X-API-Key': apiKeys.main };
	const answer = await send(method, `${proxy}${place}`, body, credential ?? own);
	return { ...answer, violations: violationsOf(answer.headers) };
};

const placeOf = (endpoint: Endpoint, { params = {}, query = {} }: ExampleRequest): string => {
	const filled = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(String(params[name])),
	);
	const search = new URLSearchParams(
		Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
	).toString();
	return search === '' ? filled : `${filled}?${search}`;
};

const exampleRequests = exampleFiles.flatMap(({ endpoint, examples }) =>
	examples.map(({ title, request }) => ({ endpoint, title, request })),
);

it.each(exampleRequests)('has nothing against $endpoint: $title', async ({ endpoint, request }) => {
	const { violations } = await ask(
		contract[endpoint].method,
		placeOf(contract[endpoint], request),
		request.body,
	);
	expect(violations).toEqual([]);
});

/** A task at an approval step, one at a signature step, and the step run of that. */
const tasksAtSteps = async () => {
	const { data } = await service.post('/tasks/list', { limit: 200 });
	const tasks = data.tasks as unknown as Array<Record<string, unknown>>;
	const at = (type: string) =>
		tasks.find(
			({ current_step_type, status }) => current_step_type === type && status !== 'on_hold',
		);
	const { task_id, current_step_run_id } = at('signature') ?? {};
	return {
		approval: String(at('approval')?.task_id),
		signature: String(task_id),
		run: current_step_run_id,
	};
};

// What an endpoint gives that is not in here, the examples above ask for.
it('has nothing against a success', async () => {
	const { approval, signature, run } = await tasksAtSteps();
	const { ids } = service.sandbox;
	const [taskId, stepId] = String(ids.stepWithDocument).split(':');
	const file = { filename: 'signed.pdf', base64_content: base64('signed') };
	const walk: Array<[Method, string, unknown?]> = [
		['GET', '/users/org-info'],
		['GET', '/v2/users/org-info'],
		['POST', '/groups', { name: 'Reviewers', users_ids: [ids.userId] }],
		['GET', '/core/document-types'],
		['GET', '/core/org-fields?include_attributes=true'],
		[
			'PATCH',
			`/core/files/${ids.fileId}/attributes`,
			{ attributes: [{ name: 'Region', data_type: 'text', value: 'EMEA' }] },
		],
		['POST', '/core/documents/search', { limit: 200 }],
		['GET', '/workflows/wf_vendor_agreement/latest/schema'],
		['POST', '/workflows/wf_vendor_agreement/latest/initiate', { variables: vendorVariables }],
		['GET', `/tasks/${taskId}`],
		['POST', '/tasks/list', { limit: 200, include_inactive: true }],
		['GET', `/tasks/by-external-source-id?external_source_id=${ids.externalSourceId}`],
		['POST', `/tasks/${approval}/approve`, { approved: false, comment: 'No' }],
		['POST', `/tasks/${taskId}/comment`, { comment: 'Who signs?', attachments: [file] }],
		['POST', `/tasks/${taskId}/attachments`, { files: [file], attach_to_task: true }],
		['POST', `/tasks/${signature}/upload-signed-document`, { step_run_id: run, file }],
		['GET', `/tasks/${signature}/signed-documents`],
		['GET', `/tasks/${taskId}/steps/${stepId}/document`],
		['GET', `/server/clickwrap/${ids.slug}`],
		['GET', `/server/clickwrap/${ids.slug}/history`],
	];
	for (const [method, place, body] of walk) {
		const { status, violations } = await ask(method, place, body);
		expect({ place, status, violations }).toEqual({ place, status: 200, violations: [] });
	}
});

it('has nothing against an error of any endpoint, whatever it has against the request', async () => {
	// All but 501, for which Prism puts an answer of its own.
	const { apiKeys, oauthTokens } = service.sandbox;
	const { signature } = await tasksAtSteps();
	const { limited } = apiKeys;
	for (let count = 0; count < 5; count += 1) {
		await service.call('GET', '/users/org-info', { key: limited });
	}
	const errors: Array<[number, Method, string, unknown?, Credential?]> = [
		[400, 'POST', '/groups', { name: 'Reviewers', users_ids: [1] }],
		[400, 'GET', '/workflows/wf_vendor_agreement/newest/schema'],
		[
			400,
			'GET',
			'/v2/users/org-info',
			undefined,
			{ Authorization: `Bearer ${oauthTokens.noUser}` },
		],
		[401, 'GET', '/v2/users/org-info', undefined, { 'X-API-Key': apiKeys.main }],
		[403, 'GET', '/users/org-info', undefined, { 'X-API-Key': apiKeys.ownerInactive }],
		[
			403,
			'GET',
			'/v2/users/org-info',
			undefined,
			{ Authorization: `Bearer ${oauthTokens.noScope}` },
		],
		[404, 'GET', '/tasks/1'],
		[404, 'GET', '/users/org-info', undefined, { 'X-API-Key': apiKeys.withoutOrganization }],
		[409, 'POST', `/tasks/${signature}/approve`, { approved: true }],
		[422, 'POST', '/groups', { name: '' }],
		[422, 'POST', '/tasks/list', { limit: 201 }],
		[422, 'GET', '/core/org-fields?include_attributes=perhaps'],
		[429, 'GET', '/core/document-types', undefined, { 'X-API-Key': limited }],
	];
	const unauthorized = Object.values<Endpoint>(contract).map(
		({ method, path: place, body }): (typeof errors)[number] => [
			401,
			method,
			place.replace(/\{\w+\}/g, '1'),
			body && {},
			{ 'X-API-Key': 'unknown' },
		],
	);
	for (const [expected, method, place, body, credential] of [...errors, ...unauthorized]) {
		const { status, violations } = await ask(method, place, body, credential);
		const ofAnswer = violations.filter(({ location }) => location[0] === 'response');
		expect({ place, status, ofAnswer }).toEqual({ place, status: expected, ofAnswer: [] });
	}
});

it('notices what is against the document', async () => {
	const { violations } = await ask('POST', '/tasks/list', { limit: 'many', pages: 3 });
	expect(violations.map(({ location }) => location.join('.'))).toEqual(
		expect.arrayContaining(['request.body.limit']),
	);
});
