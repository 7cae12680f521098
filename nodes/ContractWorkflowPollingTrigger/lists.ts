import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { getWorkflowSchema } from '../../src';
import type { Connection } from '../shared/connection';
import { optionsInWords, sortedByName, withCurrent } from '../shared/liveOptions';
import type { Definitions } from '../shared/orgFields';
import {
	attributeOptions,
	definitionsFor,
	nameOfEarlier,
	orgFieldOptions,
} from '../shared/orgFields';
import { connectPicker, ifThere, lookThrough, mostPages } from '../shared/pickers';
import { isRecord } from '../shared/propertyValue';
import { documentOptions, taskOptions, variableChoice } from './things';
import { variablesIn } from './variables';

const currentOf = (context: ILoadOptionsFunctions, name: string): unknown =>
	context.getCurrentNodeParameter(name);

const earlierField = (definitions: Definitions) => (value: string) =>
	nameOfEarlier(value, definitions);

/** What of documents can be compared: what each has, org fields and attributes. */
const documentThings = async function (
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const definitions = await definitionsFor(this);
	const options = [
		...documentOptions,
		...orgFieldOptions(definitions),
		...attributeOptions(definitions),
	];
	return withCurrent(options, currentOf(this, 'documentThings'), earlierField(definitions));
};

/** The fields of documents, which have the marker of what is unclear. */
const documentFields = async function (
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const definitions = await definitionsFor(this);
	const options = orgFieldOptions(definitions);
	return withCurrent(options, currentOf(this, 'markedFields'), earlierField(definitions));
};

/** The workflow that Filters has; undefined where it has none, or an expression. */
const filteredWorkflow = (context: ILoadOptionsFunctions): string | undefined => {
	const filters = currentOf(context, 'taskFilters');
	const locator = isRecord(filters) ? filters.workflowId : undefined;
	const value = isRecord(locator) ? locator.value : locator;
	return typeof value === 'string' && value !== '' && !value.startsWith('=')
		? value.trim()
		: undefined;
};

const variableOption = (id: string, name: string, type: string): INodePropertyOptions => ({
	name: `${name} (${type === 'user_entity' ? 'user' : type})`,
	value: variableChoice(id),
	description: `Variable ${id}`,
});

/** The variables of a workflow by name; none of one that there is not. */
const namedVariables = async (
	{ client }: Connection,
	workflow_id: string,
): Promise<readonly INodePropertyOptions[]> => {
	const params = { workflow_id, version: 'latest' };
	const found = await ifThere(client.call(getWorkflowSchema, { params }));
	const definitions = found?.workflow_schema.variables ?? [];
	return definitions.map(({ variable_id, variable_name, type }) =>
		variableOption(variable_id, variable_name, type),
	);
};

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
const taskThings = async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const connection = await connectPicker(this);
	const workflow = filteredWorkflow(this);
	const variables = await (workflow === undefined
		? shownVariables(connection)
		: namedVariables(connection, workflow));
	return withCurrent(
		[...taskOptions, ...sortedByName(variables)],
		currentOf(this, 'taskThings'),
		(value) => ({ name: `${value.replace(/^variable:/, '')}, not among these variables` }),
	);
};

export const loadOptions = {
	documentFields: optionsInWords(documentFields),
	documentThings: optionsInWords(documentThings),
	taskThings: optionsInWords(taskThings),
};
