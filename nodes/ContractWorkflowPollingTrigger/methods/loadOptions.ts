import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { Connection } from '../../shared/client/connection';
import { panelValue } from '../../shared/fields/parameters';
import { optionsInWords, sortedByName, withCurrent } from '../../shared/panel/liveOptions';
import {
	attributeOptions,
	definitionsFor,
	nameOfEarlier,
	orgFieldOptions,
} from '../../shared/panel/orgFields';
import { connectPicker, lookThrough, mostPages } from '../../shared/panel/pickers';
import { documentOptions, taskOptions, variableChoice } from '../watchedFields';

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
	return withCurrent(options, panelValue(this, 'watchedDocumentFields'), (value) =>
		nameOfEarlier(value, definitions),
	);
};

/** The variables of the tasks that a list reads, by ID: tasks do not contain their names. */
const variableOptions = async (connection: Connection): Promise<INodePropertyOptions[]> => {
	const body = { include_inactive: true };
	const look = { body, token: undefined, mostPages: mostPages.opened };
	const { tasks } = await lookThrough(connection, look, () => false);
	const types = new Map(
		tasks
			.flatMap(({ variables }) => (Array.isArray(variables) ? variables : []))
			.map(({ variable_id: id, variable_type: type }) => [id, type]),
	);
	return sortedByName(
		[...types].map(([id, type]) => ({
			name: `${id} (${type === 'user_entity' ? 'user' : type})`,
			value: variableChoice(id),
		})),
	);
};

/** The task fields that can be compared: common fields and variables. */
const watchedTaskFields = async function (
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const variables = await variableOptions(await connectPicker(this));
	return withCurrent(
		[...taskOptions, ...variables],
		panelValue(this, 'watchedTaskFields'),
		(value) => ({ name: `${value.replace(/^variable:/, '')} (not one of these variables)` }),
	);
};

export const loadOptions = {
	watchedDocumentFields: optionsInWords(watchedDocumentFields),
	watchedTaskFields: optionsInWords(watchedTaskFields),
};
