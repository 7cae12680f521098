import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { listLabel, namesOf } from '../properties/variableNames';
import type { WorkflowSchema } from '../properties/variableValues';
import { schemaOfChosenTask, schemaOfWorkflow } from './chosenSchema';
import { inWords } from './panel';

/** The variables of the schema that is chosen in the panel, which a row of a list offers. */
const variableOptions = (
	chosen: (context: ILoadOptionsFunctions) => Promise<WorkflowSchema | undefined>,
) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		try {
			const { variables = [] } = (await chosen(this)) ?? {};
			const names = namesOf(variables);
			return variables.map((definition) => ({
				name: listLabel(definition, names),
				value: definition.variable_id,
				...(definition.description && { description: definition.description }),
			}));
		} catch (error) {
			throw inWords(this, error);
		}
	};

export const loadOptions = {
	workflowVariableOptions: variableOptions(schemaOfWorkflow),
	taskVariableOptions: variableOptions(schemaOfChosenTask),
};
