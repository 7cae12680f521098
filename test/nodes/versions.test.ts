import { expect, it } from '@jest/globals';
import type { IExecuteFunctions, INodeTypeDescription } from 'n8n-workflow';
import { VersionedNodeType } from 'n8n-workflow';
import { ContractWorkflow } from '../../nodes/ContractWorkflow/ContractWorkflow.node';
import { propertiesOf, withNodeFields } from '../../nodes/ContractWorkflow/description';
import { planning } from '../../nodes/ContractWorkflow/plan/plan';
import { resources } from '../../nodes/ContractWorkflow/resources';
import { comment } from '../../nodes/ContractWorkflow/resources/task/comment.operation';
import { runItems } from '../../nodes/ContractWorkflow/run/items';
import { safeguards } from '../../nodes/ContractWorkflow/safeguards';
import { runNode } from '../support/n8nCore';
import { byId, parametersOf, sharedStage } from '../support/stage';

/** A Comment that writes more behind the text. */
const commentWithVersion: typeof comment = {
	...comment,
	name: 'Comment With Version',
	async request(parameters, surroundings) {
		const input = await comment.request(parameters, surroundings);
		const text = `${String(parameters.comment)} v2`;
		return { ...input, body: { ...(input.body as object), comment: text } };
	},
};

const resources2 = resources.map((resource) => ({
	...resource,
	operations: resource.operations.map((one) => (one === comment ? commentWithVersion : one)),
}));

const offered2 = { resources: withNodeFields(resources2), safeguards, planning };

class ContractWorkflowV2 extends ContractWorkflow {
	override description: INodeTypeDescription = {
		...new ContractWorkflow().description,
		version: 2,
		properties: propertiesOf(offered2.resources),
	};

	override async execute(this: IExecuteFunctions) {
		return [await runItems(this, offered2)];
	}
}

const type = new VersionedNodeType(
	{ 1: new ContractWorkflow(), 2: new ContractWorkflowV2() },
	{ ...new ContractWorkflow().description, defaultVersion: 2 },
);

const stage = sharedStage();

it.each([
	[1, 'Comment', 'Hello (sent-by-n8n)'],
	[2, 'Comment With Version', 'Hello v2'],
])('version %s keeps its operations beside the other one', async (version, name, sent) => {
	const { description } = type.getNodeType(version);
	expect(JSON.stringify(description.properties).includes('Comment With Version')).toBe(
		version === 2,
	);
	expect(JSON.stringify(description.properties)).toContain(`"name":"${name}"`);

	const { error } = await runNode({
		parameters: parametersOf('task.comment', { taskId: byId('10001'), comment: 'Hello' }),
		credentials: stage.credentials,
		own: type,
		node: { typeVersion: version },
	});
	expect(error).toBeUndefined();
	expect(stage.received()).toEqual([
		{ request: 'POST /tasks/10001/comment', body: { comment: sent } },
	]);
});
