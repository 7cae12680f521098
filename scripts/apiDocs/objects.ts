import type { z } from 'zod';
import * as api from '../../src/contract';
import { link } from './markdown';

export type Schema = z.ZodTypeAny;

const { shape: documentShape } = api.document;
const { shape: organizationShape } = api.getOrgInfo.response;

/** The objects of section 2, and of the requests of section 4, with their own heading. */
export const objects = {
	'Organization info': api.getOrgInfo.response,
	'Legal entity': organizationShape.entities.element,
	Group: api.createGroup.response,
	'Document type': api.listDocumentTypes.response.shape.document_types.element,
	'Org field': api.listOrgFields.response.shape.org_fields.element,
	'Mapped attribute': api.listOrgFields.response.shape.attributes.unwrap().element,
	'Mapped field': documentShape.mapped_fields.element,
	Document: api.document,
	'Field value': documentShape.fields.element,
	'Workflow metadata': documentShape.workflow_metadata.unwrap(),
	Task: api.task,
	'Listed task': api.listedTask,
	'Step run': api.task.shape.step_runs.element,
	Variable: api.variable,
	'Workflow schema': api.workflowSchema,
	'Variable definition': api.workflowSchema.shape.variables.element,
	'Step definition': api.workflowSchema.shape.steps.element,
	'Signed document': api.listSignedDocuments.response.shape.documents.element,
	'Active clickwrap': api.getClickwrap.response,
	'Clickwrap version': api.getClickwrapHistory.response.shape.versions.element,
	Filter: api.filter,
	'Input value': api.inputValue,
} satisfies Readonly<Record<string, Schema>>;

/** The name of a schema, or of the values of an enum, on the page, if it has one. */
export const names: ReadonlyMap<unknown, string> = new Map<unknown, string>([
	...Object.entries(objects).map(([name, schema]): [unknown, string] => [schema, link(name)]),
	[api.taskStatuses, `one of the ${link('task statuses')}`],
	[api.stepRunStatuses, `one of the ${link('step run statuses')}`],
	[api.operators, `one of the ${link('filter operators')}`],
	[api.integer, 'integer'],
	[api.pathInteger, 'integer'],
	[api.queryBoolean, 'boolean'],
	[api.timestamp, 'ISO 8601 time'],
	[api.base64Content, 'Base64 text'],
]);
