import type { IExecuteFunctions } from 'n8n-workflow';
import type { Endpoint } from '../../../../src';
import { isTool } from '../../../shared/toolNode';
import { Explained } from '../../../shared/words/explained';
import type { Operation } from '../../operation';

/**
 * Whether the operation can be a tool: an agent passes no files, and does not wait for a person's
 * answer.
 */
export const canBeTool = ({ takesFiles, write }: Operation): boolean =>
	takesFiles !== 'always' && write?.asks === undefined;

/** n8n would retry a tool whose request may have been carried out. */
class RetriedTool extends Explained {
	override readonly name = 'RetriedTool';

	constructor({ name }: Operation) {
		super(
			`"${name}" cannot be a tool while "Retry On Fail" is on`,
			'Nothing was sent. Turn off Retry On Fail in the settings of the tool. n8n cannot distinguish a retry from a new call, so the request could be sent twice. The node itself retries requests that are safe to retry.',
		);
	}
}

/** @throws {RetriedTool} if a second try of a tool could repeat what the first one did. */
export const checkTool = (
	context: IExecuteFunctions,
	operation: Operation,
	{ safe }: Endpoint,
): void => {
	const node = context.getNode();
	if (!safe && isTool(node) && node.retryOnFail) throw new RetriedTool(operation);
};
