import type { Client } from '../../src';
import { ApiError, getWorkflowSchema, listOrgFields } from '../../src';
import type { ChosenField } from '../shared/fieldChoice';
import { nameOfField } from '../shared/fieldChoice';
import type { Property } from '../shared/property';
import { wrong } from '../shared/propertyValue';
import type { Compared } from './settings';
import { firstTasks } from './tasks';
import { variablesIn } from './variables';

/** When it was last looked whether what was chosen is still there. Plain JSON, for n8n stores it. */
export interface Look {
	readonly compared: string;
	/** Milliseconds since 1970, by n8n's clock. */
	readonly at: number;
}

/** How long it is then taken to be there, in milliseconds. */
const lookAfterMs = 3_600_000;

/** Whether a look is recent, and was for the same choice. */
export const isRecent = (look: Look | undefined, { compared, at }: Look): boolean =>
	look?.compared === compared && Math.abs(at - look.at) < lookAfterMs;

/** @throws {WrongField} that names those that the organization does not have (section 4). */
const checkFields = async (
	client: Client,
	property: Property,
	chosen: readonly ChosenField[],
): Promise<void> => {
	const { org_fields, attributes } = await client.call(listOrgFields, {
		query: { include_attributes: true },
	});
	const ids = new Set<unknown>([
		...org_fields.map(({ org_field_id }) => org_field_id),
		...(attributes ?? []).map(({ name, field_type }) => `${name}_${field_type}`),
	]);
	const gone = chosen.filter(({ id }) => !ids.has(id)).map((field) => `"${nameOfField(field)}"`);
	if (gone.length === 0) return;
	wrong(property, `holds ${gone.join(', ')}, which the organization does not have: choose again`);
};

/** The variables of a workflow now (section 4); none of one that there is not. */
const schemaVariables = async (client: Client, workflow_id: string): Promise<readonly string[]> => {
	const params = { workflow_id, version: 'latest' };
	const schema = await client.call(getWorkflowSchema, { params }).catch((error: unknown) => {
		if (error instanceof ApiError && error.status === 404) return undefined;
		throw error;
	});
	return schema?.workflow_schema.variables.map(({ variable_id }) => variable_id) ?? [];
};

/** Of how many workflows the variables are asked for. */
const mostWorkflows = 5;

/** @throws {WrongField} that names those of which neither a task nor a workflow shows anything. */
const checkVariables = async (
	client: Client,
	property: Property,
	chosen: readonly string[],
	workflowId: string | undefined,
): Promise<void> => {
	const tasks = await firstTasks(client);
	const shown = variablesIn(tasks);
	const workflows =
		workflowId === undefined ? tasks.map(({ workflow_id }) => workflow_id) : [workflowId];
	let missing = chosen.filter((id) => !shown.has(id));
	for (const workflow of [...new Set(workflows)].slice(0, mostWorkflows)) {
		if (missing.length === 0) return;
		const known = await schemaVariables(client, workflow);
		missing = missing.filter((id) => !known.includes(id));
	}
	// Without tasks, and without a workflow, nothing tells which variables there are.
	if (missing.length === 0 || workflows.length === 0) return;
	const names = missing.map((id) => `"${id}"`).join(', ');
	const where =
		workflowId === undefined ? 'the workflows of the tasks show' : `${workflowId} shows`;
	wrong(
		property,
		`holds ${names}, of which neither a task nor ${where} a variable: choose again${
			workflowId === undefined ? ', or choose the workflow in "Filters"' : ''
		}`,
	);
};

/**
 * Whether the fields and variables that were chosen are still there: without them nothing would ever
 * start. What each row has needs no look.
 * @throws {WrongField} that names those that are not.
 */
export const checkChosen = async (
	client: Client,
	{ things, chosenIn }: Compared,
	workflowId: string | undefined,
): Promise<void> => {
	if (chosenIn === undefined) return;
	const fields = things.flatMap((thing) => thing.fields ?? []);
	const variables = things.flatMap(({ variableId }) => variableId ?? []);
	if (fields.length > 0) await checkFields(client, chosenIn, fields);
	if (variables.length > 0) await checkVariables(client, chosenIn, variables, workflowId);
};
