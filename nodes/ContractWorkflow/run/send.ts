import { sleep } from 'n8n-workflow';
import type { Endpoint, PagedEndpoint, Row } from '../../../src';
import type { ParametersOf } from '../../shared/fields/property';
import type { Output } from '../operation';
import type { limit, returnAll } from '../properties';
import type { Item, Run, Write } from './types';

type Wanted = ParametersOf<[typeof returnAll, typeof limit]>;

const isPaged = (endpoint: Endpoint): endpoint is PagedEndpoint => endpoint.page !== undefined;

const fewerRows =
	'The list changed while the node read it, so there are fewer rows than Limit. Run the node again, or use Return All.';
const incomplete =
	'The list changed each time the node read it, so a row may be missing. The items have "incomplete": true. Run the node again later.';

/** Maximum rows that are read when the node filters them itself, and pages that are read ahead. */
const mostRead = 5_000;
const parallelForFilter = 4;

/**
 * The output items of a list, one per row. If the list kept changing while it was read, each item
 * says so. Rows that the node filters are read until enough pass.
 */
const outputsOfRows = async (
	{ access, limits, operation, tally }: Run,
	endpoint: PagedEndpoint,
	{ input, parameters }: Item,
	shaped: (json: object) => object,
): Promise<readonly Output[]> => {
	const filter = operation.passes?.(parameters);
	const { returnAll: isWhole, limit: most } = parameters as Wanted;
	const wanted = isWhole ? Infinity : most;
	const isFiltered = filter !== undefined && !isWhole;
	const limit = isFiltered ? Math.max(mostRead, wanted) : wanted;
	const outputs: Output[] = [];
	let total = 0;
	let read = 0;
	let isSettled = true;
	const rows = access.client.pages(endpoint, input, {
		limit,
		parallel: Math.min(limits.mostParallel, isFiltered ? parallelForFilter : Infinity),
		onTotal: (count) => {
			total = count;
		},
		onUnsettled: () => {
			isSettled = false;
		},
	});
	for await (const page of rows) {
		// Lets the requests for further pages go out before these rows are processed.
		await sleep(0);
		read += page.length;
		for (const row of page) if (filter?.test(row) ?? true) outputs.push({ json: shaped(row) });
		if (isFiltered && outputs.length >= wanted) return outputs.slice(0, wanted);
	}
	if (filter && outputs.length === 0) tally.remark(filter.none(read));
	if (isFiltered && limit < total) {
		tally.remark(
			`The node read ${limit} of ${total} rows, and ${outputs.length} of the ${wanted} wanted rows passed the filters. To read the whole list, use Return All.`,
		);
	}
	if (isSettled) return outputs;
	tally.remark(isWhole ? incomplete : fewerRows);
	if (isWhole) for (const { json } of outputs) Object.assign(json, { incomplete: true });
	return outputs;
};

/** Calls the endpoint for an item and makes output items of its response, or of each row. */
export const send =
	(run: Run): Write =>
	async ({ item, precondition }) => {
		const { access, operation, endpoint } = run;
		const { input, parameters } = item;
		const shaped = (json: object): object => operation.shape?.(json as Row, parameters) ?? json;
		if (isPaged(endpoint)) return await outputsOfRows(run, endpoint, item, shaped);
		const call = async () => (await access.client.call(endpoint, input, precondition)) as object;
		const response = await call();
		let repeated: Promise<object> | undefined;
		const sent = { ...item, again: async () => await (repeated ??= call()) };
		const outputs = (await operation.items?.(response, sent)) ?? [{ json: response }];
		return outputs.map((output) => ({ ...output, json: shaped(output.json) }));
	};

/** Wraps the sending of an item by what its safeguards hold, the first one outermost. */
export const guarded =
	(innermost: Write): Write =>
	async (attempt) => {
		const wrapped = attempt.item.held.reduceRight<Write>(
			(next, held) => async (one) => await held.around(next, one),
			innermost,
		);
		return await wrapped(attempt);
	};
