import { NodeHelpers } from 'n8n-workflow';
import { SetupError } from '../../scripts/n8n/installation/setupError';
import { describeNode } from '../../scripts/n8n/nodeTypes';
import type { N8n } from '../../scripts/n8n/rest';
import type { Step } from '../host/nodes';

/**
 * Checks that each node has the parameters that are set. n8n ignores unknown ones, so an older
 * version of this package would do something different from the newer one.
 * @throws SetupError that names what is missing
 */
export const requireParameters = async (n8n: N8n, steps: readonly Step[]): Promise<void> => {
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
		const missing = Object.keys(step.parameters).filter((name) => !(name in (known ?? {})));
		if (missing.length === 0) continue;
		const { resource, operation } = step.parameters;
		const of = JSON.stringify({ resource, operation });
		throw new SetupError(
			`${step.type} has no parameter ${missing.join(', ')} in ${of}. An older version that lacks it cannot be compared: choose a ` +
				'newer ref, or other jobs with --only.',
		);
	}
};
