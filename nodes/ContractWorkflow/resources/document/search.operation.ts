import type { Row } from '../../../../src';
import { isNoDay, noSuchDay, searchDocuments } from '../../../../src';
import { flatten } from '../../../shared/rows/flatten';
import { documentFields, output, shapedDocument } from '../../../shared/rows/output';
import { WrongField } from '../../../shared/words/explained';
import { operation } from '../../operation';
import { limit, offset, returnAll, rowsWanted } from '../../properties';
import { ownOptions } from '../../properties/ownOptions';
import { conditions, filtersJson, match } from './conditions';
import { filtersOf, labelInConditions } from './documentFilters';

type Cursor = 'last_created_at' | 'last_updated_at';

const cursorOf = (pageBy: Cursor | 'offset' = 'offset'): Cursor | undefined =>
	pageBy === 'offset' ? undefined : pageBy;

export const search = operation({
	name: 'Search (Get Many)',
	value: 'search',
	action: 'Search many documents',
	description: 'Get many documents from the document store that match the conditions',
	builderHint:
		'Choose each field of "Conditions" from its list, or take IDs from Org Field: Get Many with "Include Attributes". Never invent them. For nested groups, use "Filters" in "Options".',
	endpoint: searchDocuments,
	properties: [
		conditions,
		match,
		returnAll,
		limit,
		output,
		documentFields,
		ownOptions('results', 'Results', [
			flatten,
			{
				...offset,
				displayOptions: { show: { pageBy: ['offset'] } },
			},
			{
				displayName: 'One Item Per',
				name: 'itemPer',
				type: 'options',
				default: 'document',
				description: 'A page has a next_cursor. Limit is the page size.',
				options: [
					{ name: 'Document', value: 'document' },
					{ name: 'Page', value: 'page' },
				],
			},
			{
				displayName: 'Page By',
				name: 'pageBy',
				type: 'options',
				default: 'offset',
				options: [
					{ name: 'Creation Time Cursor', value: 'last_created_at' },
					{ name: 'Offset', value: 'offset' },
					{ name: 'Update Time Cursor', value: 'last_updated_at' },
				],
			},
			{
				displayName: 'Start Cursor',
				name: 'startCursor',
				type: 'string',
				displayOptions: { hide: { pageBy: ['offset'] } },
				default: '',
				description: 'The next_cursor of an earlier page',
			},
			filtersJson,
		]),
	],
	words: {
		labels: { last_created_at: 'Start Cursor', last_updated_at: 'Start Cursor' },
		labelOf: labelInConditions,
	},
	list: {
		pages: ({ returnAll: all, limit: size, options: { results } }) => {
			if (results?.itemPer === 'page') return undefined;
			const cursor = cursorOf(results?.pageBy);
			return { ...rowsWanted({ returnAll: all, limit: size }), ...(cursor && { cursor }) };
		},
	},
	request: (parameters) => {
		const { limit: size, options } = parameters;
		const { offset: skipped, itemPer, pageBy, startCursor } = options.results ?? {};
		const cursor = cursorOf(pageBy);
		if (startCursor !== undefined && !cursor) {
			throw new WrongField('Start Cursor', 'needs a cursor in "Page By"');
		}
		if (startCursor !== undefined && isNoDay(startCursor)) {
			throw new WrongField('Start Cursor', `${noSuchDay}, not ${startCursor}`);
		}
		if (skipped && cursor) throw new WrongField('Offset', 'cannot be combined with a cursor');
		return {
			body: {
				filters: filtersOf(parameters, options.results?.filtersJson),
				...(itemPer === 'page' && { limit: size }),
				...(skipped && { offset: skipped }),
				...(startCursor !== undefined && cursor && { [cursor]: startCursor }),
			},
		};
	},
	shape: (json, parameters) => {
		const shaped = (row: Row) => shapedDocument(row, parameters);
		if (parameters.options.results?.itemPer !== 'page') return shaped(json);
		return { ...json, documents: (json.documents as Row[]).map(shaped) };
	},
});
