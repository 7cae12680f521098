import type { OutputOf } from '../../../src';
import { getTask, getWorkflowSchema, invalidField, isClientError } from '../../../src';
import { isRecord } from '../../shared/fields/propertyValue';
import { supplement } from '../../shared/words/explained';
import type { Ask } from '../surroundings';

/** One version of a workflow, as the service defines it (section 2). */
export type WorkflowSchema = OutputOf<typeof getWorkflowSchema>['workflow_schema'];

/** A variable, as the schema of a workflow defines it (section 2). */
export type Definition = WorkflowSchema['variables'][number];

/** The list is read field by field, so it must match the API text (section 2). */
const checked = (schema: WorkflowSchema): WorkflowSchema => {
	const variables: unknown = schema.variables;
	const isDefinition = (one: unknown) =>
		isRecord(one) && typeof one.variable_id === 'string' && typeof one.variable_name === 'string';
	const isList = Array.isArray(variables) && variables.every(isDefinition);
	if (isList) return schema;
	throw invalidField('workflow_schema.variables', getWorkflowSchema);
};

/** The error of a preparing request says what was read. */
const preparing =
	(subject: string, purpose: string) =>
	(error: unknown): never => {
		if (!isClientError(error) || error.name === 'InvalidInput') throw error as Error;
		throw supplement(error, {
			title:
				error.name === 'ApiError' && error.status === 404 ? `${subject} was not found` : undefined,
			addition: `The node was reading ${purpose}. Nothing else was sent.`,
		});
	};

/**
 * The schema of a version of a workflow (section 4).
 * @throws {ClientError} that says what the request was for.
 */
export const schemaOf = async (
	ask: Ask,
	{ workflowId, version }: { readonly workflowId: string; readonly version: string },
): Promise<WorkflowSchema> => {
	const params = { workflow_id: workflowId, version };
	const { workflow_schema } = await ask(getWorkflowSchema, { params }).catch(
		preparing(
			`Version ${version} of workflow ${workflowId}`,
			`the schema of workflow ${workflowId}, version ${version}`,
		),
	);
	return checked(workflow_schema);
};

/**
 * The schema of the version that a task runs (sections 2 and 4).
 * @throws {ClientError} that says what the request was for.
 */
export const schemaOfTask = async (ask: Ask, task_id: string): Promise<WorkflowSchema> => {
	const { task } = await ask(getTask, { params: { task_id } }).catch(
		preparing(`Task ${task_id}`, `the workflow of task ${task_id}`),
	);
	const { workflow_id: workflowId, workflow_version: version } = task;
	return await schemaOf(ask, { workflowId, version: String(version) });
};
