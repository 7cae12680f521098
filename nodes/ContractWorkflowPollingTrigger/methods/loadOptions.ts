import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { fieldOptions, labelOfEarlier } from '../../shared/panel/documentFields';
import { liveOptions, sortedByName } from '../../shared/panel/liveOptions';
import { lookThrough } from '../../shared/panel/pickers';
import { documentOptions, taskOptions, variableChoice } from '../watchedFields';

/** The variables of the tasks that a list reads, by ID: tasks do not contain their names. */
const variableOptions = async (context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> => {
	const { tasks } = await lookThrough(context, true);
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

/** The document fields and the task fields that can be compared. */
export const loadOptions = {
	watchedDocumentFields: liveOptions(
		'watchedDocumentFields',
		async (context) => [...documentOptions, ...(await fieldOptions(context))],
		labelOfEarlier,
	),
	watchedTaskFields: liveOptions(
		'watchedTaskFields',
		async (context) => [...taskOptions, ...(await variableOptions(context))],
		(value) => `${value.replace(/^variable:/, '')} (not one of these variables)`,
	),
};
