import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { toNodeError } from '../../shared/errors';
import { connectPicker } from '../../shared/pickers';
import type { Ask } from '../run/answers';
import { answersOf } from '../run/answers';

/** Asks the service for what the panel shows. */
export const askFor = async (context: ILoadOptionsFunctions): Promise<Ask> =>
	answersOf((await connectPicker(context)).client);

/**
 * An error in the words of the node, all of them in its message: of options and of a form n8n's
 * editor shows that alone, and of a `NodeApiError` nothing but "[object Object]".
 */
export const inWords = (context: ILoadOptionsFunctions, error: unknown): NodeOperationError => {
	const node = context.getNode();
	const { message, description } = toNodeError(error, { node, place: 'list' });
	return new NodeOperationError(node, description ? `${message}. ${description}` : message);
};

/** Gives the options of a field of the panel. */
export type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Options that cannot be fetched say why in the words of the node. */
export const optionsInWords = (load: LoadOptions): LoadOptions =>
	async function () {
		try {
			return await load.call(this);
		} catch (error) {
			throw inWords(this, error);
		}
	};
