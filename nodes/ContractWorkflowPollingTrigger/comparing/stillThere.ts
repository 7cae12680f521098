import type { Client } from '../../../src';
import { listOrgFields } from '../../../src';
import type { Property } from '../../shared/fields/property';
import { wrong } from '../../shared/fields/propertyValue';
import type { ChosenField } from '../../shared/panel/fieldChoice';
import { nameOfField } from '../../shared/panel/fieldChoice';
import { firstTasks } from '../reading/readTasks';
import { variablesIn, variablesOf } from '../reading/taskVariables';
import type { Compared } from './comparison';

/** When the existence of the chosen fields was last checked. Plain JSON, because n8n stores it. */
export interface Look {
	readonly compared: string;
	/** Milliseconds since 1970, by n8n's clock. */
	readonly at: number;
}

/** How long a check stays valid, in milliseconds. */
const lookAfterMs = 3_600_000;

/** Whether a check is recent, and was for the same choice. */
export const isRecent = (look: Look | undefined, { compared, at }: Look): boolean =>
	look?.compared === compared && Math.abs(at - look.at) < lookAfterMs;

/** @throws {WrongField} that names the fields that the organization does not have (section 4). */
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
	wrong(property, `contains ${gone.join(', ')}, which the organization does not have`, [
		'Choose again.',
	]);
};

/** For how many workflows the variables are requested. */
const mostWorkflows = 5;

/** @throws {WrongField} that names the variables that no task or workflow has. */
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
		const known = new Set((await variablesOf(client, workflow)).map((one) => one.variable_id));
		missing = missing.filter((id) => !known.has(id));
	}
	// Without tasks and workflows, the existing variables are unknown.
	if (missing.length === 0 || workflows.length === 0) return;
	const names = missing.map((id) => `"${id}"`).join(', ');
	wrong(property, `contains ${names}, which no task or workflow has`, [
		workflowId === undefined
			? 'Choose again, or choose the workflow in "Filters".'
			: `Choose again. The workflow in "Filters" is ${workflowId}.`,
	]);
};

/**
 * Checks that the chosen fields and variables still exist: otherwise the trigger would never start.
 * Fields that every row has need no check.
 * @throws {WrongField} that names the missing ones.
 */
export const checkChosen = async (
	client: Client,
	property: Property,
	watched: Compared['fields'],
	workflowId: string | undefined,
): Promise<void> => {
	const fields = watched.flatMap(({ chosen }) => chosen ?? []);
	const variables = watched.flatMap(({ variableId }) => variableId ?? []);
	if (fields.length > 0) await checkFields(client, property, fields);
	if (variables.length > 0) await checkVariables(client, property, variables, workflowId);
};
