import * as api from '../../src/contract';
import { detailsTable } from './details';
import type { Endpoints } from './endpoints';
import {
	endpointParts,
	endpointsTable,
	generalStatusesTable,
	limitsTable,
	requestLine,
} from './endpoints';
import { objectTable, responseTable } from './fieldTables';
import { code, codes, table } from './markdown';
import { objects } from './objects';

const objectParts = (): Record<string, string> =>
	Object.fromEntries(Object.entries(objects).map(([name, schema]) => [name, objectTable(schema)]));

const headerFieldsTable = (): string =>
	table(['`field_id`', 'Field'], Object.entries(api.reservedFields));

const eventsTable = (): string => {
	const rows = Object.entries(api.events).map(([name, { emittedBy, meaning }]) => [
		code(name),
		requestLine(api.contract[emittedBy]),
		meaning,
	]);
	return table(['Event', 'Emitted by', 'Meaning'], rows);
};

/**
 * All parts of docs/api.md that are generated from the contract, by the names in their marks.
 * `page` is the text of the file.
 * @throws Error for an endpoint without a heading, or a kind of schema without a word for it
 */
export const contractParts = (
	page: string,
	endpoints: Endpoints = api.contract,
): Readonly<Record<string, string>> => ({
	...objectParts(),
	...endpointParts(endpoints, page),
	endpoints: endpointsTable(endpoints),
	'general statuses': generalStatusesTable(),
	'task statuses': codes(api.taskStatuses),
	'step run statuses': codes(api.stepRunStatuses),
	'filter operators': codes(api.operators),
	'header fields': headerFieldsTable(),
	'API key details': detailsTable('API key'),
	'access token details': detailsTable('access token'),
	'other details': detailsTable('other'),
	events: eventsTable(),
	'one message': responseTable(api.messageError),
	'list of issues': responseTable(api.validationError),
	limits: limitsTable(endpoints),
});
