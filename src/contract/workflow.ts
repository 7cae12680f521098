import { z } from 'zod';
import {
	email,
	endpoint,
	integer,
	reading,
	requestObject,
	responseObject,
	writing,
} from './endpoint';
import { inputTypes, inputValue } from './variable';

/** Path of one version of a workflow (section 9.1). */
const workflowVersion = requestObject({
	workflow_id: z.string(),
	version: z.string().regex(/^(\d+|latest)$/, 'must be a version number such as 1, or latest'),
});

const variableDefinition = responseObject({
	variable_id: z.string(),
	variable_name: z.string(),
	type: z.enum(inputTypes),
	required: z.boolean(),
	description: z.string(),
	validation: responseObject({ allowed_extensions: z.array(z.string()).optional() }).optional(),
});

const stepDefinition = responseObject({
	step_id: z.string(),
	step_name: z.string(),
	step_type: z.string(),
	description: z.string(),
});

/** The definition of a workflow (section 2). Steps are in execution order. */
export const workflowSchema = responseObject({
	workflow_id: z.string(),
	workflow_name: z.string(),
	version: integer,
	description: z.string(),
	is_active: z.boolean(),
	variables: z.array(variableDefinition),
	steps: z.array(stepDefinition),
});

/** GET /workflows/{workflow_id}/{version}/schema (section 4, Workflows). */
export const getWorkflowSchema = endpoint({
	...reading,
	summary: 'Get the schema of a workflow version',
	method: 'GET',
	path: '/workflows/{workflow_id}/{version}/schema',
	params: workflowVersion,
	response: responseObject({ workflow_schema: workflowSchema }),
	errors: [400, 401, 404, 500],
});

/** POST /workflows/{workflow_id}/{version}/initiate (section 4, Workflows). */
export const initiateWorkflow = endpoint({
	...writing,
	summary: 'Initiate a workflow, which creates a task',
	method: 'POST',
	path: '/workflows/{workflow_id}/{version}/initiate',
	params: workflowVersion,
	body: requestObject({
		variables: z.array(inputValue),
		user: email.optional(),
		metadata: z.record(z.unknown()).optional(),
	}),
	response: responseObject({
		task_id: integer,
		workflow_state_id: z.string(),
		workflow_id: z.string(),
		version: integer,
		status: z.string(),
		message: z.string(),
	}),
	errors: [400, 401, 404, 422, 500],
	confirms: ({ task_id }) => Number.isSafeInteger(task_id),
});
