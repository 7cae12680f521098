import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { reportOf } from '../../check/report/report';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import type { Alteration } from './alteringTransport';
import { changes } from './changes';
import { checkAltered } from './lies';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ rateLimit: 100_000, documents: 110 });
});
afterAll(() => sandbox.stop());

/** The report of a check without its line breaks within a sentence. */
const reportWith = async (...alterations: Alteration[]): Promise<string> => {
	const report = reportOf(await checkAltered(sandbox, alterations), 'https://service.example', 1);
	return report.replace(/\n\s+/g, ' ');
};

const list = /^\/tasks\/list$/;

it('says of a difference what the contract has, what came, and what it means', async () => {
	const report = await reportWith({
		method: 'GET',
		path: /^\/users\/org-info$/,
		alter: ({ headers }) => {
			const reset = headers.get('x-ratelimit-reset');
			if (reset !== null) headers.set('x-ratelimit-reset', `${reset}000`);
		},
	});
	expect(report).toContain('1 difference from the contract: 1. any endpoint');
	expect(report).toContain(
		'contract: a Unix timestamp (in seconds) within the next minute received: a time in milliseconds effect: The nodes cannot see when the limit is used up.',
	);
});

it('says apart what the API text allows, and that it is no difference', async () => {
	const report = await reportWith({
		method: 'POST',
		path: list,
		alter: ({ body }) => {
			for (const task of body.tasks ?? []) task.updated_at = '2000-01-01T00:00:00Z';
		},
	});
	expect(report).toContain('No differences from the contract.');
	expect(report).toContain('Allowed by the API text, but important for a workflow: 1. POST /tasks');
});

it('says that it could not tell a difference from a change', async () => {
	const createTask = changes['a task is created'];
	const report = await reportWith({
		method: 'POST',
		path: list,
		alter: () => createTask?.(sandbox),
	});
	expect(report).toContain('No differences from the contract.');
	expect(report).toContain('Could not be told:');
	expect(report).toContain('reason: the list changed while it was read');
});

it('shows no part of an address that opens a document', async () => {
	const report = await reportWith({
		method: 'GET',
		path: /\/steps\/[^/]+\/document$/,
		alter: ({ body }) => {
			if (body.download_url) body.download_url = 'files/1.pdf?signature=SECRET';
		},
	});
	expect(report).toContain('received: text that is no web address');
	expect(report).not.toContain('SECRET');
});
