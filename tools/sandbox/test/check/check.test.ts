import { beforeEach, expect, it } from '@jest/globals';
import type { Endpoint } from '../../../../src/contract';
import { contract } from '../../../../src/contract';
import { sendJson, serverPool } from '../../../../test/support/answeringServer';
import { runCheck } from '../../check/command';
import { request, useService } from '../support/service';

const service = useService();
beforeEach(() => service.sandbox.clearRequests());

const serve = serverPool();

const keyVariable = 'CONTRACT_WORKFLOW_API_KEY';
const reading = Object.entries<Endpoint>(contract).filter(([, { writes }]) => !writes);

const credentials = (): Record<string, string> => ({
	[keyVariable]: service.sandbox.apiKeys.main,
	CONTRACT_WORKFLOW_ACCESS_TOKEN: service.sandbox.oauthTokens.main,
});

/** Checks with all that the check can use. */
const check = async (baseUrl: string) => {
	const { slug, externalSourceId } = service.sandbox.ids;
	const sourceId = externalSourceId === null ? [] : [externalSourceId];
	return await runCheck({ baseUrl, slug: [slug], sourceId }, credentials());
};

/** JSON of any shape. */
type Parsed = ReturnType<typeof JSON.parse>;
type Alteration = (answer: { status: number; data: Parsed }) => unknown;

/** A service between a check and the sandbox, which alters answers to requests by their line. */
const altering = async (
	alterations: Readonly<Record<string, Alteration>>,
	location = '',
): Promise<{ url: string; texts: Set<string> }> => {
	const texts = new Set<string>();
	const { url } = await serve((response, { line, headers, body }) => {
		const [method = '', target = ''] = line.split(' ');
		const given = Object.entries(headers).flatMap(([name, value]) =>
			['x-api-key', 'authorization'].includes(name) ? [[name, String(value)]] : [],
		);
		const sent = body === '' ? undefined : JSON.parse(body);
		void request(
			method,
			`${service.sandbox.baseUrl}${target}`,
			sent,
			Object.fromEntries(given),
		).then((answered) => {
			const answer = { status: answered.status, data: answered.data };
			alterations[line]?.(answer);
			JSON.stringify(answer.data, (_key, value: unknown) => {
				if (typeof value === 'string' && value.length > 12) texts.add(value);
				return value;
			});
			sendJson(response, answer.status, answer.data, { location });
		});
	});
	return { url, texts };
};

it('calls every endpoint that reads and none that writes, and waits where a 429 says so', async () => {
	const { sandbox } = service;
	const { baseUrl } = sandbox;
	sandbox.addFault({ kind: 'rateLimit', endpoint: 'getTask', retryAfterSeconds: 1 });
	const { code, text } = await check(`${baseUrl}/`);
	expect(text).toContain(`Check of ${baseUrl}\n`);
	const called = new Set(sandbox.requests().map(({ endpoint }) => endpoint));
	// tools/sandbox/check/walk.ts requests each of them.
	expect([...called].sort()).toEqual(reading.map(([name]) => name).sort());
	expect(text).toContain(`\n${reading.length} of ${reading.length} endpoints checked, issues: 0`);
	expect(code).toBe(0);
	const [refused, repeated] = sandbox.requests().filter(({ endpoint }) => endpoint === 'getTask');
	expect([refused?.status, repeated?.status]).toEqual([429, 200]);
	expect(repeated?.path).toBe(refused?.path);
	const waitedMs = Date.parse(`${repeated?.receivedAt}`) - Date.parse(`${refused?.answeredAt}`);
	expect(waitedMs).toBeGreaterThanOrEqual(1000);
});

it('names each difference by endpoint, path and code, and prints no value of an answer', async () => {
	const clickwrap = `GET /server/clickwrap/${service.sandbox.ids.slug}`;
	const { url, texts } = await altering({
		'GET /v2/users/org-info': ({ data }) => delete data.org_name,
		'GET /core/document-types': ({ data }) => (data.document_types[0].org_id = 'planted value 1'),
		'POST /core/documents/search': (answer) => (answer.data = 'planted value 2'),
		'POST /tasks/list': ({ data }) => {
			for (const task of data.tasks.slice(0, 3)) task.priority = 'planted value 3';
		},
		[clickwrap]: (answer) => (answer.status = 418),
		[`${clickwrap}/history`]: (answer) =>
			Object.assign(answer, { status: 404, data: { error: 'planted value 4' } }),
	});
	const { code, text } = await check(url);
	for (const lines of [
		'GET /v2/users/org-info: 200\n    body.org_name: invalid_type\n',
		'GET /core/document-types: 200\n    body.document_types[].org_id: invalid_type\n',
		'POST /core/documents/search: 200\n    body: invalid_type\n',
		'POST /tasks/list: 200\n    body.tasks[].priority: invalid_enum_value (3 times)\n',
		'/{slug}: 418, so no 200 was checked\n    status 418: undocumented\n',
		'/history: 404, so no 200 was checked\n    body of a 404: invalid_union\n',
		`\n${reading.length - 2} of ${reading.length} endpoints checked, issues: 6`,
	]) {
		expect(text).toContain(lines);
	}
	expect(texts.size).toBeGreaterThan(100);
	expect([...texts].filter((value) => text.includes(value))).toEqual([]);
	expect(code).toBe(1);
});

it('follows no redirect with a key or a token', async () => {
	const elsewhere = await serve((response) => sendJson(response, 200, {}));
	const redirect: Alteration = (answer) => (answer.status = 307);
	const lines = ['GET /v2/users/org-info', 'GET /core/document-types', 'POST /tasks/list'];
	const redirects = Object.fromEntries(lines.map((line) => [line, redirect]));
	const { url } = await altering(redirects, `${elsewhere.url}/taken`);
	const { code, text } = await check(url);
	expect(text.match(/status 307: undocumented/g)).toHaveLength(3);
	expect(code).toBe(1);
	expect(elsewhere.requests).toEqual([]);
});

it('ends with 2 and a sentence if the service cannot be checked', async () => {
	const { url: page } = await serve((response) => void response.end('<h1>Welcome</h1>'));
	const { baseUrl } = service.sandbox;
	for (const [key, url, sentence] of [
		['', baseUrl, `Set ${keyVariable} to an API key of the service.`],
		['wrong', baseUrl, 'answered GET /users/org-info with status 401'],
		['wrong', page, 'with status 200 and no organization'],
		['wrong', 'http://127.0.0.1:1', 'did not answer GET /users/org-info (ECONNREFUSED)'],
		['wrong', 'api.example.com', '--base-url must be a URL'],
		['wrong', 'http://name:wrong@127.0.0.1:1', 'must not contain a user name, a password'],
		['wro\nng', baseUrl, `${keyVariable} contains characters that a header cannot contain.`],
	] as const) {
		const { code, text } = await runCheck({ baseUrl: url }, { [keyVariable]: key });
		expect([code, text]).toEqual([2, expect.stringContaining(sentence)]);
		expect(text).not.toMatch(/wrong/);
	}
});
