import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { isSince } from '../../tools/scripts/n8n/installation/versions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { createWorkflow, importWorkflows } from '../../tools/scripts/n8n/workflows';
import { readRecipes } from '../../tools/scripts/recipes';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';

/* What n8n's own migration report says of an n8n with this package and all recipes. */

const finding = z.object({ ruleId: z.string() });
const report = z.object({
	report: z.object({
		targetVersion: z.literal('v3'),
		/** About workflows. */
		workflowResults: z.array(finding.extend({ nbAffectedWorkflows: z.number() })),
		/** About how n8n is run, which no package and no workflow changes. */
		instanceResults: z.array(finding),
	}),
});

/** Older ones have no report on n8n 3. */
const describeSinceReport = isSince('2.41.1') ? describe : describe.skip;

describeSinceReport('the migration report on n8n 3', () => {
	let host: OwnN8n;
	let n8n: N8n;
	beforeAll(async () => {
		host = await ownN8n();
		n8n = await host.start();
	});
	afterAll(async () => await host.remove());

	const read = async () =>
		(await n8n.request('POST', '/breaking-changes/report/refresh?version=v3', report)).report;

	it('finds nothing in the recipes', async () => {
		const recipes = await readRecipes();
		expect(await importWorkflows(n8n, recipes, [])).toEqual(recipes.map(() => 'created'));
		const { workflowResults, instanceResults } = await read();
		expect(workflowResults).toEqual([]);
		// The one that is about every package that n8n has not verified.
		expect(instanceResults).toContainEqual({ ruleId: 'unverified-packages-v3' });
	});

	it('finds what n8n 3 takes away from a workflow beside them', async () => {
		const type = '@n8n/n8n-nodes-langchain.agent';
		const agent = { id: 'a', name: 'Agent', type, typeVersion: 1.6, position: [0, 0] };
		const workflow = { name: 'Old', nodes: [{ ...agent, parameters: {} }], connections: {} };
		await createWorkflow(n8n, workflow);
		const { workflowResults } = await read();
		expect(workflowResults).toContainEqual({
			ruleId: expect.stringMatching(/^agent-/),
			nbAffectedWorkflows: 1,
		});
	});
});
