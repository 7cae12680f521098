/** Types of section 2 of the API text, as the tests write them down; `?` after one: or null. */
type Scalar =
	| 'string'
	| 'integer'
	| 'number'
	| 'boolean'
	| 'timestamp'
	| 'object'
	| 'any'
	| 'scalar';
export type Shape = Scalar | `${Scalar}?` | readonly [Shape] | { readonly [field: string]: Shape };

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const tests: Readonly<Record<Scalar, (value: unknown) => boolean>> = {
	string: (value) => typeof value === 'string',
	integer: (value) => Number.isInteger(value),
	number: (value) => typeof value === 'number',
	boolean: (value) => typeof value === 'boolean',
	timestamp: (value) => typeof value === 'string' && timestamp.test(value),
	object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
	scalar: (value) => ['string', 'number', 'boolean'].includes(typeof value),
	any: (value) => value !== undefined && !(typeof value === 'object' && !Array.isArray(value)),
};

/** Where `value` departs from `shape`: types, and fields that are missing or too many. */
export const departures = (shape: Shape, value: unknown, path = ''): string[] => {
	if (typeof shape === 'string') {
		if (shape.endsWith('?') && value === null) return [];
		const isRight = tests[shape.replace('?', '') as Scalar](value);
		return isRight ? [] : [`${path} is ${JSON.stringify(value)}, not ${shape}`];
	}
	if (Array.isArray(shape)) {
		if (!Array.isArray(value)) return [`${path} is no list`];
		return value.flatMap((entry, index) =>
			departures(shape[0] as Shape, entry, `${path}[${index}]`),
		);
	}
	if (typeof value !== 'object' || value === null) return [`${path} is no object`];
	const fields = shape as Readonly<Record<string, Shape>>;
	const tooMany = Object.keys(value).filter((name) => !(name in fields));
	return [
		...tooMany.map((name) => `${path}.${name} is not in the text`),
		...Object.entries(fields).flatMap(([name, field]) =>
			departures(field, (value as Record<string, unknown>)[name], `${path}.${name}`),
		),
	];
};

const variable: Shape = {
	variable_type: 'string',
	value: 'any?',
	step_id: 'string',
	variable_id: 'string',
};

/** A task of a single read. */
export const taskShape: { readonly [field: string]: Shape } = {
	task_id: 'integer',
	task_url: 'string?',
	task_title: 'string?',
	workflow_id: 'string',
	workflow_name: 'string?',
	workflow_version: 'integer',
	workflow_state_id: 'string',
	status: 'string',
	current_step_id: 'string?',
	current_step_name: 'string?',
	current_step_type: 'string?',
	created_at: 'timestamp',
	updated_at: 'timestamp',
	completed_at: 'timestamp?',
	owner_email: 'string?',
	assignee_email: 'string?',
	collaborator_emails: ['string'],
	step_runs: [
		{
			step_run_id: 'string',
			step_id: 'string',
			step_name: 'string',
			step_type: 'string',
			status: 'string',
			variables: [variable],
		},
	],
	variables: [variable],
};

/** A task of a list, or of a search by external source id. */
export const listedTaskShape: Shape = {
	...taskShape,
	priority: 'string?',
	current_step_run_id: 'string?',
	requester_email: 'string?',
};

export const documentShape: Shape = {
	document_id: 'integer',
	org_id: 'integer',
	file_name: 'string?',
	document_title: 'string?',
	document_type: 'string',
	summary: 'string?',
	fields: [
		{
			field_name: 'string',
			field_value_type: 'string',
			org_field_id: 'integer',
			value: 'scalar?',
			is_unclear: 'boolean',
			is_null: 'boolean',
		},
	],
	workflow_metadata: 'object?',
	document_created_at: 'timestamp?',
	mapped_fields: [{ name: 'string', field_type: 'string', value: 'scalar' }],
};

export const workflowMetadataShape: Shape = {
	workflow_state_id: 'string',
	workflow_id: 'string',
	org_id: 'integer',
	user_id: 'integer',
	workflow_version: 'integer?',
	task_id: 'integer?',
};

export const signedDocumentShape: Shape = {
	file_id: 'string',
	file_name: 'string',
	step_id: 'string',
	step_name: 'string',
	download_url: 'string',
	expires_at: 'timestamp',
};
