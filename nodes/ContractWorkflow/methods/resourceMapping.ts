import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { isRecord } from '../../../src';
import { parameterReader } from '../../shared/fields/parameters';
import { inWords } from '../../shared/panel/liveOptions';
import { connectForm } from '../../shared/panel/pickers';
import { asHtml } from '../../shared/words/nodeError';
import { version, workflowId } from '../properties/locators';
import { suggestedValues } from '../variables/suggestions';
import type { Definition, WorkflowSchema } from '../variables/workflowSchema';
import { namesOf, schemaOf, variableName } from '../variables/workflowSchema';

/** An empty form, with the reason. */
const noForm = (why: string): ResourceMapperFields => ({
	fields: [],
	emptyFieldsNotice: asHtml(why),
});

const choices = [
	{ name: 'True', value: 'true' },
	{ name: 'False', value: 'false' },
];

/**
 * How a value is entered. Booleans use a list, because a switch starts as false and would be sent
 * unasked. Dates use a text, because a date field would read the first of two numbers as the month.
 */
const inputOf = (type: Definition['type']): Pick<ResourceMapperField, 'type' | 'options'> => {
	if (type === 'number') return { type: 'number' };
	return type === 'boolean' ? { type: 'options', options: choices } : { type: 'string' };
};

/** What is sent when the form is mapped automatically. n8n shows this text only in that mode. */
const takenText =
	'Matches input fields by the ID or the name of a variable. Files are taken from the binary field with the same name.';

const fieldsOf = (
	context: ILoadOptionsFunctions,
	{ workflow_name, version, variables }: WorkflowSchema,
): ResourceMapperFields => {
	if (variables.length === 0) {
		return noForm(`${workflow_name}, version ${version}, has no variables.`);
	}
	const names = namesOf(variables);
	const suggested = suggestedValues(context, variables);
	const fields = variables.map((definition) => ({
		id: definition.variable_id,
		displayName: `${variableName(definition, names)}${definition.required ? '*' : ''}`,
		required: definition.required === true,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		readOnly: false,
		removed: false,
		defaultValue: suggested.get(definition.variable_id) ?? null,
		...inputOf(definition.type),
	}));
	return { fields, emptyFieldsNotice: takenText };
};

/** Whether anything was entered. n8n would drop it together with the fields of the form. */
const isFilled = (context: ILoadOptionsFunctions): boolean => {
	const variables: unknown = context.getCurrentNodeParameter('variables');
	return isRecord(variables) && Array.isArray(variables.schema) && variables.schema.length > 0;
};

/** The form of the workflow and version that are chosen in the panel. */
const formOf = async (context: ILoadOptionsFunctions): Promise<ResourceMapperFields> => {
	const chosen = parameterReader(context)(
		{ ...workflowId, required: false },
		{ ...version, required: false },
	);
	const { workflowId: workflow, version: number } = chosen;
	if (workflow === undefined || number === undefined) {
		return noForm(
			'Choose a Workflow and a Version to see the variables. If an expression chooses them, specify the variables as JSON, or map them automatically.',
		);
	}
	const { client } = await connectForm(context);
	return fieldsOf(context, await schemaOf(client.call, { workflowId: workflow, version: number }));
};

export const resourceMapping = {
	async workflowVariables(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		try {
			return await formOf(this);
		} catch (error) {
			const inNodesWords = inWords(this, error);
			if (isFilled(this)) throw inNodesWords;
			// n8n shows no error text here, so the form itself shows why it cannot be fetched.
			return noForm(`${inNodesWords.message} To try again, close the node and open it.`);
		}
	},
};
