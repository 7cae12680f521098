import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential, webhookCredential } from '../../tools/scripts/n8n/credentials';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { WorkflowFile } from '../../tools/scripts/n8n/workflows';
import { importMissing } from '../../tools/scripts/n8n/workflows';
import { plain, session } from './stack';

/* What somebody sees of the recipes in n8n's list after `npm start`. */

const names = ['First of a list', 'Second of a list', 'Third of a list'];
const tags = ['List: one', 'List: one', 'List: other'];

const trigger: INode = {
	id: 'comment',
	name: 'Comment',
	type: 'n8n-nodes-contract-workflow.contractWorkflowTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const files: WorkflowFile[] = names.map((name, index) => ({
	id: `cwListed000000${index}`,
	name,
	nodes: index === 0 ? [trigger] : [plain('Start', 'manualTrigger', 1, {})],
	connections: {},
	tags: [tags[index] ?? ''],
}));

const listed = z.array(
	z.object({
		id: z.string(),
		name: z.string(),
		tags: z.array(z.object({ id: z.string(), name: z.string() })),
	}),
);
const content = z.object({ nodes: z.array(z.object({ credentials: z.unknown() })) });

let n8n: N8n;
let credential: StoredCredential;
beforeAll(async () => {
	n8n = session();
	credential = await upsertCredential(n8n, webhookCredential);
});
afterAll(async () => {
	for (const { id } of files) {
		await n8n.request('POST', `/workflows/${id}/archive`, z.unknown());
		await n8n.request('DELETE', `/workflows/${id}`, z.unknown());
	}
});

const inList = async () => {
	const all = await n8n.request('GET', '/workflows?sortBy=updatedAt:desc', listed);
	return all
		.filter(({ name }) => names.includes(name))
		.map(({ name, tags: given }) => [name, given.map((tag) => tag.name)]);
};
const expected = names.map((name, index) => [name, [tags[index]]]);

it('shows imported workflows in their order, each with its tag', async () => {
	await importMissing(n8n, files, [credential]);
	expect(await inList()).toEqual(expected);
	const { nodes } = await n8n.request('GET', `/workflows/${files[0]?.id}`, content);
	expect(nodes).toEqual([
		{ credentials: { contractWorkflowWebhookApi: expect.objectContaining({ id: credential.id }) } },
	]);
});

it('leaves a workflow alone that somebody changed', async () => {
	await n8n.request('PATCH', `/workflows/${files[2]?.id}`, z.unknown(), { tags: [] });
	await importMissing(n8n, files, [credential]);
	expect(new Map((await inList()) as Array<[string, string[]]>).get(names[2] ?? '')).toEqual([]);
});
