import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { Connection } from '../../shared/client/connection';
import { hasExpression, panelValue } from '../../shared/fields/parameters';
import { isRecord } from '../../shared/fields/propertyValue';
import { optionsInWords, sortedByName, withCurrent } from '../../shared/panel/liveOptions';
import type { Definitions } from '../../shared/panel/orgFields';
import {
	attributeOptions,
	definitionsFor,
	nameOfEarlier,
	orgFieldOptions,
} from '../../shared/panel/orgFields';
import { connectPicker, lookThrough, mostPages } from '../../shared/panel/pickers';
import { documentOptions, taskOptions, variableChoice } from '../comparing/watchedFields';
import { variablesIn, variablesOf } from '../reading/taskVariables';

const earlierField = (definitions: Definitions) => (value: string) =>
	nameOfEarlier(value, definitions);

/** What of documents can be compared: what each has, org fields and attributes. */
const watchedDocumentFields = async function (
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const definitions = await definitionsFor(this);
	const options = [
		...documentOptions,
		...orgFieldOptions(definitions),
		...attributeOptions(definitions),
	];
	return withCurrent(options, panelValue(this, 'watchedDocumentFields'), earlierField(definitions));
};

/** The fields of documents, which have the marker of what is unclear. */
const documentFields = async function (
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const definitions = await definitionsFor(this);
	const options = orgFieldOptions(definitions);
	return withCurrent(options, panelValue(this, 'markedFields'), earlierField(definitions));
};

/** The workflow that Filters has; undefined where it has none, or an expression. */
const filteredWorkflow = (context: ILoadOptionsFunctions): string | undefined => {
	const filters = panelValue(context, 'taskFilters');
	const locator = isRecord(filters) ? filters.workflowId : undefined;
	const value = isRecord(locator) ? locator.value : locator;
	return typeof value === 'string' && value !== '' && !hasExpression(value) ? value : undefined;
};

const variableOption = (id: string, name: string, type: string): INodePropertyOptions => ({
	name: `${name} (${type === 'user_entity' ? 'user' : type})`,
	value: variableChoice(id),
	description: `Variable ${id}`,
});

/** The variables of a workflow, by name. */
const namedVariables = async (
	{ client }: Connection,
	workflowId: string,
): Promise<readonly INodePropertyOptions[]> =>
	(await variablesOf(client, workflowId)).map(({ variable_id, variable_name, type }) =>
		variableOption(variable_id, variable_name, type),
	);

/** The variables that the tasks show, as far as a list looks: tasks tell no names of them. */
const shownVariables = async (connection: Connection): Promise<readonly INodePropertyOptions[]> => {
	const body = { include_inactive: true };
	const look = { body, token: undefined, mostPages: mostPages.opened };
	const { tasks } = await lookThrough(connection, look, () => false);
	return [...variablesIn(tasks)].map(([id, type]) => variableOption(id, id, type));
};

/**
 * What of tasks can be compared: what each has, and variables. Those of the workflow of Filters come
 * by name.
 */
const watchedTaskFields = async function (
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const connection = await connectPicker(this);
	const workflow = filteredWorkflow(this);
	const variables = await (workflow === undefined
		? shownVariables(connection)
		: namedVariables(connection, workflow));
	return withCurrent(
		[...taskOptions, ...sortedByName(variables)],
		panelValue(this, 'watchedTaskFields'),
		(value) => ({ name: `${value.replace(/^variable:/, '')} (not one of these variables)` }),
	);
};

export const loadOptions = {
	documentFields: optionsInWords(documentFields),
	watchedDocumentFields: optionsInWords(watchedDocumentFields),
	watchedTaskFields: optionsInWords(watchedTaskFields),
};
