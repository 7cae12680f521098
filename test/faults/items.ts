import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** Items with the numbers from `from` on as their `id`. */
export const numbered = (count: number, from = 1): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { id: from + index } }));

/** What a failed item of "continue on fail" tells. */
export interface ItemError {
	readonly message: string;
	readonly description: string;
	readonly outcome: string;
}

/** The error of an output item; undefined for one that succeeded. */
export const errorOf = (
	item: INodeExecutionData | undefined,
): (ItemError & IDataObject) | undefined =>
	item?.json.error as (ItemError & IDataObject) | undefined;
