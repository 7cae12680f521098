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

/** The document fields that can be compared: common fields, org fields and attributes. */
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

/** The document fields that have the marker for unclear values. */
const documentFields = async function (
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const definitions = await definitionsFor(this);
	const options = orgFieldOptions(definitions);
	return withCurrent(options, panelValue(this, 'markedFields'), earlierField(definitions));
};

/** The workflow in Filters; undefined if there is none, or it is an expression. */
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

/** The variables of the tasks that a list reads. Tasks do not contain the names of variables. */
const shownVariables = async (connection: Connection): Promise<readonly INodePropertyOptions[]> => {
	const body = { include_inactive: true };
	const look = { body, token: undefined, mostPages: mostPages.opened };
	const { tasks } = await lookThrough(connection, look, () => false);
	return [...variablesIn(tasks)].map(([id, type]) => variableOption(id, id, type));
};

/**
 * The task fields that can be compared: common fields and variables. The variables of the workflow
 * in Filters have names.
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
