import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { bounded, optionsInWords } from '../../shared/panel/liveOptions';
import type { WorkflowSchema } from '../variables/givenByItem';
import { listLabel, namesOf } from '../variables/variableNames';
import { schemaOfChosenTask, schemaOfWorkflow } from './chosenSchema';

/** The variables of the schema chosen in the panel, for a row of a list. */
const variableOptions = (
	chosen: (context: ILoadOptionsFunctions) => Promise<WorkflowSchema | undefined>,
) =>
	optionsInWords(async function () {
		const { variables = [] } = (await chosen(this)) ?? {};
		const names = namesOf(variables);
		const options = variables.map((definition) => ({
			name: listLabel(definition, names),
			value: definition.variable_id,
			...(definition.description && { description: definition.description }),
		}));
		return bounded(options);
	});

export const loadOptions = {
	workflowVariableOptions: variableOptions(schemaOfWorkflow),
	taskVariableOptions: variableOptions(schemaOfChosenTask),
};
