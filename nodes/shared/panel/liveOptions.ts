import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { hasExpression } from '../fields/property';
import { toNodeError } from '../words/nodeError';

/**
 * An error in the words of the node, all in its message: n8n's editor shows only the message for
 * options and forms, and for a `NodeApiError` only "[object Object]".
 */
export const inWords = (context: ILoadOptionsFunctions, error: unknown): NodeOperationError => {
	const node = context.getNode();
	const { message, description } = toNodeError(error, { node, shownIn: 'list' });
	return new NodeOperationError(node, description ? `${message}. ${description}` : message);
};

/** Sorted as people look for names: `Ökonomie` before `Zone`, `Part 2` before `Part 10`. */
export const sortedByName = (options: readonly INodePropertyOptions[]): INodePropertyOptions[] => {
	const { compare } = new Intl.Collator('en', { numeric: true });
	return [...options].sort((one, other) => compare(one.name, other.name));
};

/**
 * The live options of a field, with what the panel contains now. A chosen value that is not among
 * them comes first. If they cannot be fetched, the error explains why.
 * @param field its name; with the prefix `&`, of a field in the same row
 * @param labelOf the label of a value that is not an option
 */
export const liveOptions = (
	field: string,
	load: (
		context: ILoadOptionsFunctions,
	) => Promise<INodePropertyOptions[]> | INodePropertyOptions[],
	labelOf: (value: string) => string = (value) => value,
) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		try {
			const options = await load(this);
			const isEarlier = (value: unknown): value is string =>
				typeof value === 'string' &&
				value !== '' &&
				!hasExpression(value) &&
				!options.some((option) => option.value === value);
			const earlier = [this.getCurrentNodeParameter(field)].flat().filter(isEarlier);
			return [...earlier.map((value) => ({ name: labelOf(value), value })), ...options];
		} catch (error) {
			throw inWords(this, error);
		}
	};
