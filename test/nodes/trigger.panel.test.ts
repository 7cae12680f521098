import { describe, expect, it } from '@jest/globals';
import type { INode, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { ContractWorkflowWebhookApi } from '../../credentials/ContractWorkflowWebhookApi.credentials';
import { loadNode } from '../support/n8nHost';

/* What the panel of the webhook trigger shows. */

const descriptionOf = async (name: string) => {
	const type = await loadNode(name);
	if ('nodeVersions' in type) throw new Error(`${name} has versions`);
	return type.description;
};

/** The names that the panel shows for the values of a node. */
const shownFor = async (parameters: INodeParameters): Promise<string[]> => {
	const description = await descriptionOf('contractWorkflowTrigger');
	const node = { typeVersion: 1 } as INode;
	const values = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		node,
		description,
	);
	return description.properties
		.filter(({ type }) => type !== 'hidden')
		.filter((property) => NodeHelpers.displayParameter(values ?? {}, property, node, description))
		.map(({ displayName, type }) => (type === 'notice' ? 'notice' : displayName));
};

describe('the panel of the webhook trigger', () => {
	const fields = ['Trigger On', 'notice', 'Authentication', 'Load Task', 'Options'];

	it('has three fields and the options, and says how to enter the secret', async () => {
		expect(await shownFor({})).toEqual(fields);
		const open = fields.filter((name) => name !== 'notice');
		expect(await shownFor({ authentication: 'none' })).toEqual(open);
	});

	it('shows the secret in the URL and in a header, by the names that a credential begins with', async () => {
		const { activationMessage, properties } = await descriptionOf('contractWorkflowTrigger');
		const notice = properties.find(({ type }) => type === 'notice')?.displayName;
		const names = Object.fromEntries(
			new ContractWorkflowWebhookApi().properties.map(({ name, default: begin }) => [name, begin]),
		);
		for (const text of [notice, activationMessage]) {
			expect(text).toContain(`…?${String(names.queryName)}=SECRET`);
			expect(text).toContain(`the header ${String(names.headerName)}`);
		}
	});

	it('asks about the task where it is to be loaded', async () => {
		const more = (await shownFor({ loadTask: true, output: 'selectedFields' })).filter(
			(name) => !fields.includes(name),
		);
		expect(more).toEqual(['Path to Task ID', 'Output', 'Fields']);
	});
});
