import { describe, expect, it } from '@jest/globals';
import type {
	ICredentialType,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { z } from 'zod';
import { ContractWorkflowApi } from '../../credentials/ContractWorkflowApi.credentials';
import { ContractWorkflowOAuth2Api } from '../../credentials/ContractWorkflowOAuth2Api.credentials';
import { ContractWorkflowWebhookApi } from '../../credentials/ContractWorkflowWebhookApi.credentials';
import { ContractWorkflow } from '../../nodes/ContractWorkflow/ContractWorkflow.node';
import { ContractWorkflowPollingTrigger } from '../../nodes/ContractWorkflowPollingTrigger/ContractWorkflowPollingTrigger.node';
import { ContractWorkflowTrigger } from '../../nodes/ContractWorkflowTrigger/ContractWorkflowTrigger.node';
import { readRecipes, runsHere } from '../../tools/scripts/recipes';
import { packageType } from './published';
import { editorTypes } from './stack';

/** A type as n8n hands it to its editor. */
const servedType = z
	.object({
		name: z.string(),
		properties: z.array(z.custom<INodeProperties>((value) => typeof value === 'object')),
	})
	.passthrough();

type Served = z.infer<typeof servedType>;

/** All types, which are read once. */
const all = {
	nodes: editorTypes('nodes').then((types) => z.array(servedType).parse(types)),
	credentials: editorTypes('credentials').then((types) => z.array(servedType).parse(types)),
};
const served = async (file: keyof typeof all, name: string): Promise<Served[]> =>
	(await all[file]).filter((type) => type.name === name);

/** As JSON carries it. */
const plainly = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const nodes: ReadonlyArray<[string, INodeType]> = [
	['contractWorkflow', new ContractWorkflow()],
	['contractWorkflowTrigger', new ContractWorkflowTrigger()],
	['contractWorkflowPollingTrigger', new ContractWorkflowPollingTrigger()],
];

const credentials: ReadonlyArray<[string, ICredentialType]> = [
	new ContractWorkflowApi(),
	new ContractWorkflowOAuth2Api(),
	new ContractWorkflowWebhookApi(),
].map((credential) => [credential.name, credential]);

describe("n8n's editor is given", () => {
	it.each(nodes)('the whole panel of %s', async (name, { description }) => {
		const [panel, ...more] = await served('nodes', packageType(name));
		expect(more).toEqual([]);
		expect(panel?.properties).toEqual(
			expect.arrayContaining(plainly(description.properties) as INodeProperties[]),
		);
		const kept: Array<keyof INodeTypeDescription> = ['version', 'displayName', 'inputs', 'outputs'];
		for (const key of kept) expect(panel?.[key]).toEqual(plainly(description[key]));
		expect(panel?.credentials).toEqual(plainly(description.credentials));
	});

	it.each(credentials)('the fields of %s', async (name, { properties }) => {
		const [credential, ...more] = await served('credentials', name);
		expect(more).toEqual([]);
		expect(credential?.properties).toEqual(
			expect.arrayContaining(plainly(properties) as INodeProperties[]),
		);
	});

	it('the action node as a tool of an agent, and no trigger as one', async () => {
		const named = async (name: string) => (await served('nodes', packageType(name))).length;
		expect(await named('contractWorkflowTool')).toBe(1);
		expect(await named('contractWorkflowTriggerTool')).toBe(0);
		expect(await named('contractWorkflowPollingTriggerTool')).toBe(0);
	});
});

it('recipes that this n8n can run have nodes of versions that it has', async () => {
	const types = z
		.array(z.object({ name: z.string(), version: z.union([z.number(), z.array(z.number())]) }))
		.parse(await editorTypes('nodes'));
	const known = new Set(
		types.flatMap(({ name, version }) => [version].flat().map((one) => `${name} ${one}`)),
	);
	const missing = (await readRecipes()).filter(runsHere).flatMap(({ fileName, nodes }) =>
		nodes
			.map(({ type, typeVersion }) => `${type} ${typeVersion}`)
			// n8n has these, and offers them where an agent's tools are chosen.
			.filter((node) => !known.has(node) && !node.includes('HitlTool '))
			.map((node) => [fileName, node]),
	);
	expect(missing).toEqual([]);
});
