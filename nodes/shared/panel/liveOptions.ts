import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { hasExpression, panelValue } from '../fields/parameters';
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

/** The options of a field, with what the panel contains now. */
interface Options {
	/** The name of the field; with the prefix `&`, of a field in the same row. */
	readonly field: string;
	readonly load: (
		context: ILoadOptionsFunctions,
	) => Promise<INodePropertyOptions[]> | INodePropertyOptions[];
	/** The label of a chosen value that is not an option. */
	readonly labelOf?: (value: string, context: ILoadOptionsFunctions) => Promise<string> | string;
}

/** The options that are shown. A chosen value that would not be among them comes first. */
const shownOf = async (
	context: ILoadOptionsFunctions,
	{ field, load, labelOf = (value) => value }: Options,
): Promise<INodePropertyOptions[]> => {
	const all = await load(context);
	const shown = all.slice(0, mostOptions);
	const more = all.length - shown.length;
	const isShown = (value: unknown) => shown.some((option) => option.value === value);
	const missing = [panelValue(context, field)]
		.flat()
		.filter((value) => typeof value === 'string' && value !== '' && !hasExpression(value))
		.filter((value) => !isShown(value)) as string[];
	const chosen = missing.map(async (value) => {
		const option = all.find((one) => one.value === value);
		return option ?? { name: await labelOf(value, context), value };
	});
	const rest = `${more} more are not listed. Enter an ID in an expression.`;
	return [
		...(await Promise.all(chosen)),
		...shown,
		...(more > 0 ? [{ name: rest, value: '' }] : []),
	];
};

/** Returns the options of a field, as n8n requests them. */
type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** The live options of a field. If they cannot be fetched, the error explains why. */
export const liveOptions = (options: Options): LoadOptions =>
	async function () {
		try {
			return await shownOf(this, options);
		} catch (error) {
			throw inWords(this, error);
		}
	};
