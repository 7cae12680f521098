import { NodeHelpers } from 'n8n-workflow';
import { describeNode } from '../../scripts/n8n/nodeTypes';
import type { N8n } from '../../scripts/n8n/rest';
import { SetupError } from '../../scripts/script';
import type { Step } from '../host/nodes';

/**
 * The parameters that are set and that a node does not have. n8n ignores unknown ones, so an older
 * version of this package would do something different from the newer one.
 * @throws SetupError when n8n does not know a node
 */
export const unknownParameters = async (n8n: N8n, steps: readonly Step[]): Promise<string[]> => {
	const unknown: string[] = [];
	for (const step of steps.filter(({ type }) => type.startsWith('n8n-nodes-contract-workflow'))) {
		const description = await describeNode(n8n, step);
		if (!description) throw new SetupError(`n8n knows no node ${step.type}.`);
		const { properties } = description;
		const known = NodeHelpers.getNodeParameters(
			properties,
			step.parameters,
			true,
			false,
			step,
			description,
		);
		unknown.push(...Object.keys(step.parameters).filter((name) => !(name in (known ?? {}))));
	}
	return unknown;
};
