import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { panelValue } from '../../shared/fields/parameters';
import { remarks } from '../../shared/panel/pickers';
import { deliveryParts, joined } from '../path';
import { isScalar } from '../values';

/** Maximum paths in a list. */
const mostPaths = 200;
const longestValue = 60;

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

/** A pasted sample: one delivery, or the list of items that n8n copies from an output. */
const deliveryIn = (sample: unknown): unknown => {
	const first: unknown = Array.isArray(sample) ? sample[0] : sample;
	return isContainer(first) && isContainer(first.json) ? first.json : first;
};

const readSample = (context: ILoadOptionsFunctions): unknown => {
	try {
		const sample: unknown = JSON.parse(String(panelValue(context, 'options.sampleDelivery')));
		return sample;
	} catch {
		// No sample, or an incomplete one that is being typed.
		return undefined;
	}
};

/** The paths to all texts, numbers and booleans of a sample, with their values. */
export const pathsIn = (sample: unknown): Array<{ path: string; value: string }> => {
	const delivery = deliveryIn(sample);
	if (!isContainer(delivery)) return [];
	const found: Array<{ path: string; value: string }> = [];
	const waiting: Array<{ path: string; value: unknown }> = deliveryParts
		.map((part) => ({ path: part, value: delivery[part] }))
		.reverse();
	for (let next = waiting.pop(); next && found.length < mostPaths; next = waiting.pop()) {
		const { path, value } = next;
		if (isContainer(value)) {
			const inList = Array.isArray(value);
			for (const [name, inner] of Object.entries(value).reverse()) {
				waiting.push({ path: joined(path, name, inList), value: inner });
			}
		} else if (isScalar(value)) {
			found.push({ path, value: String(value) });
		}
	}
	return found;
};

/** The paths of the panel's sample delivery. */
export const searchSamplePaths = async function (
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const sample = readSample(this);
	const wanted = (filter ?? '').toLowerCase();
	const results: INodeListSearchItems[] = pathsIn(sample)
		.map(({ path, value }) => ({ name: `${path} = ${value.slice(0, longestValue)}`, value: path }))
		.filter(({ name }) => name.toLowerCase().includes(wanted));
	if (sample === undefined) results.push(...remarks('Add Sample Delivery in Options first'));
	return await Promise.resolve({ results });
};
