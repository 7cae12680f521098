import type { Row } from '../../../../src';
import { isNoDay, noSuchDay, searchDocuments } from '../../../../src';
import { documentFields, output, shapedDocument } from '../../../shared/rows/output';
import { WrongField } from '../../../shared/words/explained';
import type { FieldNaming } from '../../columns';
import { documentColumns, inColumns } from '../../columns';
import { operation } from '../../operation';
import { ifListChanges, limit, returnAll, rowsWanted } from '../../properties';
import { addDigest, fieldsAsColumns } from '../../properties/rowContent';
import { conditions, filterBy, filtersJson, mustMatch } from './conditions';
import { filtersOf, labelInConditions } from './documentFilters';

const columnsBy = (naming: FieldNaming | undefined) => naming && documentColumns(naming);

export const search = operation({
	name: 'Search (Get Many)',
	value: 'search',
	action: 'Search many documents',
	description: 'Get many documents of the document store that match the filters',
	builderHint:
		'Filter by "Conditions" and take each field from its list of options, or IDs from Org Field: Get Many with "Include Attributes"; never invent them. Groups within groups need "JSON".',
	endpoint: searchDocuments,
	properties: [
		returnAll,
		limit,
		ifListChanges,
		output,
		documentFields,
		filterBy,
		mustMatch,
		conditions,
		filtersJson,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				addDigest,
				fieldsAsColumns,
				{
					displayName: 'Offset',
					name: 'offset',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 0,
					description: 'Number of documents to skip. Cannot be combined with a cursor.',
				},
				{
					displayName: 'One Item Per',
					name: 'itemPer',
					type: 'options',
					default: 'document',
					options: [
						{ name: 'Document', value: 'document' },
						{
							name: 'Page',
							value: 'page',
							description:
								'One item with the documents of one page, has_next and next_cursor. Limit is the size of the page.',
						},
					],
				},
				{
					displayName: 'Page By',
					name: 'pageBy',
					type: 'options',
					default: 'offset',
					description:
						'How to go on after a page. The service does not say which cursor its first page gives, so a cursor is your choice.',
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
					default: '',
					description:
						'The next_cursor of an earlier page to go on from. Needs a cursor in Page By.',
				},
			],
		},
	],
	words: {
		labels: { last_created_at: 'Start Cursor', last_updated_at: 'Start Cursor' },
		labelOf: labelInConditions,
	},
	list: {
		pages: ({ returnAll: all, limit: size, options: { itemPer, pageBy } }) =>
			itemPer === 'page'
				? undefined
				: {
						...rowsWanted({ returnAll: all, limit: size }),
						...(pageBy !== 'offset' && pageBy && { cursor: pageBy }),
					},
		columns: ({ options }) => columnsBy(options.fieldsAsColumns),
	},
	request: (parameters) => {
		const { limit: size, options } = parameters;
		const { offset, itemPer, pageBy, startCursor } = options;
		const cursor = pageBy === 'offset' ? undefined : pageBy;
		if (startCursor !== undefined && !cursor) {
			throw new WrongField('Start Cursor', 'needs a cursor in "Page By"');
		}
		if (startCursor !== undefined && isNoDay(startCursor)) {
			throw new WrongField('Start Cursor', `${noSuchDay}, not ${startCursor}`);
		}
		if (offset !== undefined && cursor) {
			throw new WrongField('Offset', 'cannot be combined with a cursor');
		}
		return {
			body: {
				filters: filtersOf(parameters),
				...(itemPer === 'page' && { limit: size }),
				...(offset !== undefined && { offset }),
				...(startCursor !== undefined && cursor && { [cursor]: startCursor }),
			},
		};
	},
	shape: (json, { options, ...chosen }) => {
		const { addDigest: digests, itemPer } = options;
		const shaped = (row: Row) => shapedDocument(row, { ...chosen, addDigest: digests });
		if (itemPer !== 'page') return shaped(json);
		const documents = json.documents as Row[];
		const columnsOf = columnsBy(options.fieldsAsColumns);
		const items = documents.map(shaped);
		return { ...json, documents: columnsOf ? inColumns(items, documents.map(columnsOf)) : items };
	},
});
