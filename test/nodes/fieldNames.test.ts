import { describe, expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import { operationNamed, operations } from '../support/operations.table';
import { keyCredential } from '../support/stage';

const serve = serverPool();

/** Names of fields to which n8n or this node gives a meaning. */
const ownNames = ['dry_run', 'error', 'incomplete', 'not_sent_again', 'skipped'];
const theirs = Object.fromEntries(ownNames.map((name) => [name, { name }]));
const renamed = Object.fromEntries(
	Object.entries(theirs).map(([name, value]) => [`${name}_field`, value]),
);

/** The same answer, in which each object holds such fields, too, and each list has a row. */
const withTheirs = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.length > 0 ? value.map(withTheirs) : [theirs];
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).map(([name, held]) => [name, withTheirs(held)] as const);
	return { ...Object.fromEntries(fields), ...theirs };
};

const run = async (name: string) => {
	const { parameters, answer } = operationNamed(name);
	const { answer: organization } = operationNamed('organization.get');
	const server = await serve((response, { line }) =>
		sendJson(response, 200, withTheirs(line.endsWith('/org-info') ? organization : answer)),
	);
	const { output, error } = await runNode({
		parameters: { ...parameters, output: 'raw' },
		credentials: keyCredential(server.url, 'key_1'),
		items: [
			{
				json: { task: 1 },
				binary: { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } },
			},
		],
	});
	expect(error).toBeUndefined();
	expect(output.length).toBeGreaterThan(0);
	return output.map(({ json }) => json);
};

const rows = operations.filter(({ oneItem }) => !oneItem).map(({ name }) => name);

describe('a field of the service that is called as one of the node', () => {
	it.each(rows)('goes by another name: %s', async (name) => {
		for (const item of await run(name)) {
			// Whether a task was skipped the node says itself.
			const { skipped, ...others } = item;
			expect([undefined, false]).toContain(skipped);
			expect(Object.keys(others).filter((field) => ownNames.includes(field))).toEqual([]);
			expect(item).toMatchObject(renamed);
		}
	});
});
