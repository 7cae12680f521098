import { searchDocuments } from '../../../../src';
import { documentFields, output, shapedDocument } from '../../../shared/rows/output';
import { operation } from '../../operation';
import { limit, ownOptions, returnAll } from '../../properties';
import { conditions, filtersJson, match } from './conditions';
import { filtersOf } from './documentFilters';

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
		ownOptions(filtersJson),
	],
	request: (parameters, { zone }) => ({
		body: { filters: filtersOf(parameters, zone, parameters.options.filtersJson) },
	}),
	shape: shapedDocument,
});
