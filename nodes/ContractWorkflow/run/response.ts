import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { Endpoint, PagedEndpoint, Row } from '../../../src';
import type { Output } from '../operation';
import type { Item, Run } from './item';

const isPaged = (endpoint: Endpoint): endpoint is PagedEndpoint => endpoint.page !== undefined;

/** Calls the endpoint for an item and makes output items of its response, or of each row. */
export const outputsOf = async (
	{ client, operation, endpoint }: Run,
	item: Item,
): Promise<readonly Output[]> => {
	const { input, pages, parameters } = item;
	const shaped = (json: object): object =>
		operation.simplify && parameters.simplify === true
			? operation.simplify(json as Row, parameters)
			: json;
	if (pages && isPaged(endpoint)) {
		const outputs: Output[] = [];
		for await (const rows of client.pages(endpoint, input, pages)) {
			// The requests for further pages get out before these rows are worked on.
			await sleep(0);
			for (const row of rows) outputs.push({ json: shaped(row) });
		}
		return outputs;
	}
	const call = async () => (await client.call(endpoint, input)) as object;
	const response = await call();
	let repeated: Promise<object> | undefined;
	const sent = { ...item, again: () => (repeated ??= call()) };
	const outputs = (await operation.items?.(response, sent)) ?? [{ json: response }];
	return outputs.map((output) => ({ ...output, json: shaped(output.json) }));
};

/**
 * n8n takes an item that has a field `error` for one that failed, and runs a node with Retry On Fail
 * again for the first one: such a field of the service goes by another name.
 */
const withoutError = (json: IDataObject): IDataObject => {
	if (!('error' in json)) return json;
	const { error, ...rest } = json;
	return { ...rest, error_field: error };
};

/** The output items of an item, paired with it. */
export const paired = (
	{ tally }: Run,
	{ index }: Item,
	outputs: readonly Output[],
): INodeExecutionData[] =>
	outputs.map(({ json, binary, skipped }) => {
		if (skipped) tally.skipped();
		return {
			json: withoutError({ ...json }),
			...(binary && { binary }),
			pairedItem: { item: index },
		};
	});
