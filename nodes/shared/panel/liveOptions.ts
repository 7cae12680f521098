import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { hasExpression } from '../fields/parameters';
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

/** Returns the options of a field in the panel. */
type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** If the options cannot be fetched, the error explains why in the words of the node. */
export const optionsInWords = (load: LoadOptions): LoadOptions =>
	async function () {
		try {
			return await load.call(this);
		} catch (error) {
			throw inWords(this, error);
		}
	};

/** n8n shows all options of a list; longer lists freeze its editor. */
const mostOptions = 2_000;

/** Maximum options that are sorted by name, which is slow. */
const mostSorted = 10_000;

/** Sorted as people look for names: `Ökonomie` before `Zone`, `Part 2` before `Part 10`. */
export const sortedByName = (options: readonly INodePropertyOptions[]): INodePropertyOptions[] => {
	if (options.length > mostSorted) return [...options];
	const { compare } = new Intl.Collator('en', { numeric: true });
	return [...options].sort((one, other) => compare(one.name, other.name));
};

/** The first options of a list, and a line that says how many more there are. */
export const bounded = (options: INodePropertyOptions[]): INodePropertyOptions[] =>
	options.length <= mostOptions
		? options
		: [
				...options.slice(0, mostOptions),
				{
					name: `${options.length - mostOptions} more are not listed. Enter an ID in an expression.`,
					value: '',
				},
			];

/** Whether a value can be the value of an option. */
export const isChoice = (value: unknown): value is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof value);

/** The listed options. If the current value of the field is not among them, it comes first. */
export const withCurrent = (
	options: INodePropertyOptions[],
	current: unknown,
	nameOf: (value: string) => Pick<INodePropertyOptions, 'name' | 'description'>,
): INodePropertyOptions[] => {
	const among = (list: INodePropertyOptions[], value: unknown) =>
		list.find((option) => option.value === value);
	const listed = bounded(options);
	const missing = [current]
		.flat()
		.filter(isChoice)
		.filter((value) => value !== '' && !hasExpression(value) && !among(listed, value))
		.map((value) => among(options, value) ?? { ...nameOf(String(value)), value });
	return [...missing, ...listed];
};
