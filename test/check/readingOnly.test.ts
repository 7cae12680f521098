import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { check } from '../../check/check';
import { createReaders } from '../../check/network/reader';
import { WriteRefused } from '../../check/network/readingOnly';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import { exampleFiles } from '../../sandbox/test/support/examples';
import type { Endpoint } from '../../src/contract';
import { contract } from '../../src/contract';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ rateLimit: 45, windowSeconds: 2 });
});
afterAll(() => sandbox.stop());

/** Method and path of each request, as they stood on the wire. */
const lines = (): string[] => sandbox.requests().map(({ method, path }) => `${method} ${path}`);

/** By hand from the API text: what a check may ask for. */
const allowed = [
	/^GET \/users\/org-info$/,
	/^GET \/v2\/users\/org-info$/,
	/^GET \/core\/document-types$/,
	/^GET \/core\/org-fields(\?include_attributes=true)?$/,
	/^POST \/core\/documents\/search$/,
	/^GET \/workflows\/[^/]+\/[^/]+\/schema$/,
	/^GET \/tasks\/[^/]+$/,
	/^POST \/tasks\/list$/,
	/^GET \/tasks\/by-external-source-id(\?external_source_id=[^&]*)?$/,
	/^GET \/tasks\/\d+\/signed-documents$/,
	/^GET \/tasks\/\d+\/steps\/[^/]+\/document$/,
	/^GET \/server\/clickwrap\/[^/]+(\/history)?$/,
];

it('a check asks for what reads, waits for the rate limit, and leaves everything as it was', async () => {
	const count = (): unknown =>
		sandbox.service.store.db.prepare('SELECT total_changes() AS changes').get();
	const before = count();
	const { requests, differences } = await check({
		baseUrl: sandbox.baseUrl,
		apiKey: sandbox.apiKeys.main,
		apiKeyName: 'KEY',
		accessToken: sandbox.oauthTokens.main,
		mostRequests: 1000,
		mostRows: 1000,
		slugs: [sandbox.ids.slug],
		externalSourceId: sandbox.ids.externalSourceId,
		signal: new AbortController().signal,
	});
	expect(differences).toEqual([]);
	expect(lines()).toHaveLength(requests);
	const others = lines().filter((line) => !allowed.some((pattern) => pattern.test(line)));
	expect(others).toEqual([]);
	expect(count()).toEqual(before);
	expect(sandbox.requests().filter(({ status }) => status === 429)).toEqual([]);
});

/** What the first example of each endpoint asks for. */
const inputs = new Map<string, object | undefined>(
	exampleFiles.map(({ endpoint, examples }) => [endpoint, examples[0]?.request]),
);

const writing = Object.entries<Endpoint>(contract).filter(([, { writes }]) => writes);

it.each(writing)('%s does not get through, whatever it says of itself', async (name, endpoint) => {
	const readers = createReaders({
		mostRequests: 100,
		onWait: () => undefined,
		signal: new AbortController().signal,
	});
	const reader = readers.readerOf(sandbox.baseUrl, { 'X-API-Key': sandbox.apiKeys.main });
	const before = lines().length;
	const input = inputs.get(name);
	expect(input).toBeDefined();
	await expect(reader.ask(endpoint, input)).rejects.toThrow(WriteRefused);
	const disguised = { ...endpoint, writes: false, safe: true };
	await expect(reader.ask(disguised, input)).rejects.toThrow(WriteRefused);
	expect(lines()).toHaveLength(before);
});

it('a check sends no more requests than it may', async () => {
	const before = lines().length;
	const { requests, leftOut } = await check({
		baseUrl: sandbox.baseUrl,
		apiKey: sandbox.apiKeys.second,
		apiKeyName: 'KEY',
		accessToken: null,
		mostRequests: 12,
		mostRows: 1000,
		slugs: [],
		externalSourceId: null,
		signal: new AbortController().signal,
	});
	expect([requests, lines().length - before]).toEqual([12, 12]);
	expect(leftOut).toContain('documents');
});
