import type { OutputOf } from '../../../src';
import { getTask, getWorkflowSchema, isClientError } from '../../../src';
import { shown } from '../../shared/fields/propertyValue';
import { variablePrefix } from '../../shared/rows/output';
import { supplement } from '../../shared/words/explained';
import type { Ask } from '../operation';

/** One version of a workflow, as the service defines it (section 2). */
export type WorkflowSchema = OutputOf<typeof getWorkflowSchema>['workflow_schema'];

/** A variable, as the schema of a workflow defines it (section 2). */
export type Definition = WorkflowSchema['variables'][number];

/** A version of a workflow, or the one that a task runs. */
export type SchemaSource =
	| { readonly workflowId: string; readonly version: string }
	| { readonly task_id: string };

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

/** The version that a task runs (section 2). */
const versionOf = async (ask: Ask, task_id: string) => {
	const { task } = await ask(getTask, { params: { task_id } }).catch(
		preparing(`Task ${task_id}`, `the workflow of task ${task_id}`),
	);
	return { workflowId: task.workflow_id, version: String(task.workflow_version) };
};

/**
 * The schema of a version of a workflow (section 4).
 * @throws {ClientError} that says what the request was for.
 */
export const schemaOf = async (ask: Ask, source: SchemaSource): Promise<WorkflowSchema> => {
	const { workflowId, version } =
		'task_id' in source ? await versionOf(ask, source.task_id) : source;
	const id = shown(workflowId);
	const params = { workflow_id: workflowId, version };
	const { workflow_schema } = await ask(getWorkflowSchema, { params }).catch(
		preparing(
			`Version ${version} of workflow ${id}`,
			`the schema of workflow ${id}, version ${version}`,
		),
	);
	return workflow_schema;
};

/** Entries by their names. A name that several have stands for none. */
export const uniqueBy = <T>(entries: readonly T[], names: (entry: T) => Iterable<string>) => {
	const found = new Map<string, T | undefined>();
	for (const entry of entries) {
		for (const name of names(entry)) found.set(name, found.has(name) ? undefined : entry);
	}
	return found;
};

/** Variables by their accepted names: the ID, or another name that no other variable has. */
export type Names = ReadonlyMap<string, Definition | undefined>;

/** The names of a variable: its ID, its name, and its column in a Simplified task. */
export const ownNames = ({
	variable_id: id,
	variable_name: name,
}: Definition): readonly string[] => [...new Set([id, name, `${variablePrefix}${id}`])];

/** The accepted names of the variables of a schema. */
export const namesOf = (definitions: readonly Definition[]): Names => {
	const names = uniqueBy(definitions, ownNames);
	for (const definition of definitions) names.set(definition.variable_id, definition);
	return names;
};

/** The shown name of a variable: its ID if the name is ambiguous. */
export const variableName = (definition: Definition, names: Names): string => {
	const { variable_id: id, variable_name: name } = definition;
	return names.get(name) === definition ? name : id;
};

/** The label of a variable in errors. */
export const variableLabel = (name: string): string => `Variable "${name}"`;
