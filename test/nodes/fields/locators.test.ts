import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';
import { loadNode } from '../../support/n8nCore';
import { byId, itemsOf, sharedStage } from '../../support/stage';

const stage = sharedStage();

const locator = (mode: string, value: string, more: INodeParameters = {}): INodeParameters => ({
	__rl: true,
	mode,
	value,
	...more,
});

describe('a resource locator within a collection', () => {
	const member = 'Jose.Nunez@meridian.example';
	const comment = (userEmail: unknown): INodeParameters => ({
		taskId: byId('10001'),
		comment: 'Looked at',
		additionalFields: { userEmail } as INodeParameters,
	});
	const sentFor = async (userEmail: unknown) => {
		await stage.run('task.comment', comment(userEmail), { items: itemsOf({ email: member }) });
		return stage.received().map(({ body }) => (body as { user_email?: string }).user_email);
	};

	it.each<readonly [string, unknown]>([
		['from the list', locator('list', member, { cachedResultName: 'Somebody' })],
		['by email', locator('email', ` ${member} `)],
		['by an expression', locator('email', '={{ $json.email }}')],
		['as plain text, as an agent or a file may give it', member],
		['as an expression for the whole field', '={{ $json.email }}'],
	])('is read %s', async (_way, userEmail) => {
		expect(await sentFor(userEmail)).toEqual([member]);
	});

	it('never has a mode of which only a part is the value, which n8n would not take out of it', async () => {
		const nested = (properties: readonly INodeProperties[]): INodeProperties[] =>
			properties.flatMap(({ options = [] }) =>
				options.flatMap((option) => {
					const inner = 'values' in option ? option.values : 'type' in option ? [option] : [];
					return [...inner, ...nested(inner)];
				}),
			);
		const names = ['contractWorkflow', 'contractWorkflowTrigger', 'contractWorkflowPollingTrigger'];
		const nodes = await Promise.all(names.map(async (name) => (await loadNode(name)) as INodeType));
		const inCollections = nodes
			.flatMap(({ description }) => nested(description.properties))
			.filter(({ type }) => type === 'resourceLocator');
		expect(inCollections.length).toBeGreaterThan(5);
		const extracting = inCollections.filter(({ modes = [] }) =>
			modes.some(({ extractValue }) => extractValue !== undefined),
		);
		expect(extracting).toEqual([]);
	});
});

it.each([
	['getSchema', /^The workflow or its version .*\n.*This was for workflow nda<U\+00AD>2\./],
	[
		'initiate',
		/^Version latest of workflow nda<U\+00AD>2 was not found\n.*workflow nda<U\+00AD>2,/,
	],
])('%s shows a sign within an ID that nobody sees', async (operation, words) => {
	const { error } = await stage.run(`workflow.${operation}`, { workflowId: byId('nda\u00ad2') });
	expect(`${error?.message}\n${error?.description}`).toMatch(words);
});
