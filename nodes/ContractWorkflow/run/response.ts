import { sleep } from 'n8n-workflow';
import type { CallOptions, Endpoint, HttpResponse, PagedEndpoint, Row } from '../../../src';
import type { Output } from '../surroundings';
import type { Item, Run } from './run';

const isPaged = (endpoint: Endpoint): endpoint is PagedEndpoint => endpoint.page !== undefined;

type PagedItem = Item & { readonly endpoint: PagedEndpoint };

const fewerRows =
	'The list changed while the node read it, so there are fewer rows than Limit. Run the node again, or use Return All.';

/** Maximum rows that are read when the node filters them itself. */
const mostRead = 5_000;
/** Pages that are read ahead in that case, though fewer may be enough. */
const parallelForFilter = 4;

/** The rows that pass, up to the wanted number. Reading stops there, or at its limit. */
const rowsThatPass = async (
	{ tally }: Run,
	{ access: { client }, endpoint, input, pages }: PagedItem,
	wanted: number,
	passes: (row: Row) => boolean,
): Promise<readonly Row[]> => {
	const passed: Row[] = [];
	let total = 0;
	const onTotal = (count: number) => {
		total = count;
	};
	const parallel = Math.min(pages?.parallel ?? 1, parallelForFilter);
	const onUnsettled = () => tally.remark(fewerRows);
	const limit = Math.max(mostRead, wanted);
	const options = { ...pages, limit, parallel, onTotal, onUnsettled };
	for await (const rows of client.pages(endpoint, input, options)) {
		passed.push(...rows.filter(passes));
		if (passed.length >= wanted) return passed.slice(0, wanted);
	}
	if (limit < total) {
		tally.remark(
			`The node read ${limit} of ${total} rows, and ${passed.length} of the ${wanted} wanted rows passed the filters. To read the whole list, use Return All.`,
		);
	}
	return passed;
};

/**
 * The output items of a list, one per row. If the list kept changing while it was read, each item
 * says so.
 */
const outputsOfRows = async (
	run: Run,
	item: PagedItem,
	shaped: (json: object) => object,
): Promise<readonly Output[]> => {
	const { operation, tally } = run;
	const { access, endpoint, input, pages, parameters } = item;
	const passes = operation.list?.passes?.(parameters);
	if (passes && pages?.limit !== undefined) {
		const rows = await rowsThatPass(run, item, pages.limit, passes);
		return rows.map((row) => ({ json: shaped(row) }));
	}
	const outputs: Output[] = [];
	let isSettled = true;
	const onUnsettled = () => {
		if (pages?.limit === undefined) isSettled = false;
		else tally.remark(fewerRows);
	};
	for await (const rows of access.client.pages(endpoint, input, { ...pages, onUnsettled })) {
		// Lets the requests for further pages go out before these rows are processed.
		await sleep(0);
		for (const row of rows) if (!passes || passes(row)) outputs.push({ json: shaped(row) });
	}
	if (isSettled) return outputs;
	tally.remark(
		'The list changed each time the node read it, so a row may be missing. The items have "incomplete": true. Run the node again later.',
	);
	for (const { json } of outputs) Object.assign(json, { incomplete: true });
	return outputs;
};

/**
 * Field names with a special meaning in an item. n8n gives `error` a meaning: it takes such an item
 * as failed, and Retry On Fail runs the node again if the first item has it.
 */
const ownNames = new Set(['dry_run', 'error', 'incomplete', 'not_sent_again', 'skipped']);

/** The response without reserved field names: such a field gets another name. */
const withoutOwnNames = (json: object): object =>
	Object.keys(json).some((name) => ownNames.has(name))
		? Object.fromEntries(
				Object.entries(json).map(([name, value]: [string, unknown]) => [
					ownNames.has(name) ? `${name}_field` : name,
					value,
				]),
			)
		: json;

/** Calls the endpoint for an item and makes output items of its response, or of each row. */
export const outputsOf = async (
	run: Run,
	item: Item,
	options?: CallOptions,
): Promise<readonly Output[]> => {
	const { operation, endpoint } = run;
	const { access, input, pages, parameters } = item;
	const shaped = (json: object): object =>
		withoutOwnNames(operation.shape ? operation.shape(json as Row, parameters) : json);
	if (pages && isPaged(endpoint)) return await outputsOfRows(run, { ...item, endpoint }, shaped);
	let headers: HttpResponse['headers'] = {};
	const onHeaders = (given: HttpResponse['headers']) => {
		headers = given;
	};
	const call = async (more?: CallOptions) =>
		(await access.client.call(endpoint, input, { ...options, ...more })) as object;
	const response = await call({ onHeaders });
	let repeated: Promise<object> | undefined;
	const sent = { ...item, headers, again: () => (repeated ??= call()) };
	const outputs = (await operation.items?.(response, sent)) ?? [{ json: response }];
	return outputs.map((output) => ({ ...output, json: shaped(output.json) }));
};
