import { z } from 'zod';
import {
	endpoint,
	integer,
	oneOf,
	pageLimit,
	pageOffset,
	queryBoolean,
	reading,
	requestObject,
	responseObject,
	timestamp,
	writing,
} from './endpoint';
import { attributeTypes, filter } from './filter';

/** Types of an org field (section 2). */
export const fieldValueTypes = ['text', 'enum', 'number', 'boolean', 'date', 'clause'] as const;

const documentType = responseObject({
	document_type_id: integer.nullable(),
	name: z.string(),
	global_type_id: integer.nullable(),
	org_id: integer,
});

const orgField = responseObject({
	org_field_id: integer,
	name: z.string(),
	field_value_type: z.enum(fieldValueTypes),
	field_scope: z.string(),
	description: z.string().nullable(),
	enum_values: z.array(z.unknown()).nullable(),
	document_types: z.array(z.string()).nullable(),
});

const mappedAttribute = responseObject({ name: z.string(), field_type: z.enum(attributeTypes) });

const fieldValue = responseObject({
	field_name: z.string(),
	field_value_type: z.string(),
	org_field_id: integer,
	value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
	is_unclear: z.boolean(),
	is_null: z.boolean(),
});

const workflowMetadata = responseObject({
	workflow_state_id: z.string(),
	workflow_id: z.string(),
	org_id: integer,
	user_id: integer,
	workflow_version: integer.nullable(),
	task_id: integer.nullable(),
});

/** A document as the search returns it (section 2). */
export const document = responseObject({
	document_id: integer,
	org_id: integer,
	file_name: z.string().nullable(),
	document_title: z.string().nullable(),
	document_type: z.string(),
	summary: z.string().nullable(),
	fields: z.array(fieldValue),
	workflow_metadata: workflowMetadata.nullable(),
	document_created_at: timestamp.nullable(),
	mapped_fields: z.array(mappedAttribute.extend({ value: z.union([z.string(), z.number()]) })),
});

/** GET /core/document-types (section 4, Core documents). */
export const listDocumentTypes = endpoint({
	...reading,
	summary: 'List the document types of the organization',
	method: 'GET',
	path: '/core/document-types',
	response: responseObject({ document_types: z.array(documentType) }),
	errors: [401, 500],
});

/** GET /core/org-fields (section 4, Core documents). */
export const listOrgFields = endpoint({
	...reading,
	summary: 'List the org fields and, if asked for, the mapped attributes',
	method: 'GET',
	path: '/core/org-fields',
	query: requestObject({ include_attributes: queryBoolean.default(false) }),
	response: responseObject({
		org_fields: z.array(orgField),
		attributes: z.array(mappedAttribute).nullable(),
	}),
	errors: [401, 500],
});

/**
 * PATCH /core/files/{file_id}/attributes (section 4, Core documents). Merges, so it may be
 * repeated.
 */
export const updateFileAttributes = endpoint({
	...writing,
	summary: 'Set attributes of a document',
	method: 'PATCH',
	path: '/core/files/{file_id}/attributes',
	params: requestObject({ file_id: z.string() }),
	body: requestObject({
		attributes: z.array(
			requestObject({
				name: z.string(),
				data_type: oneOf(attributeTypes),
				value: z.string({ invalid_type_error: 'must be text, whatever the type' }),
			}),
		),
	}),
	response: responseObject({
		file_id: z.string(),
		status: z.literal('success'),
		updated_attributes: z.array(z.string()),
	}),
	errors: [401, 404, 422, 500],
	safe: true,
});

const searchCursors = ['last_updated_at', 'last_created_at'] as const;

/** POST /core/documents/search (section 4, Core documents). */
export const searchDocuments = endpoint({
	...reading,
	summary: 'Search the document store',
	method: 'POST',
	path: '/core/documents/search',
	body: requestObject({
		limit: pageLimit.default(100),
		offset: pageOffset.optional(),
		last_updated_at: z.string().nullish(),
		last_created_at: z.string().nullish(),
		filters: z.array(filter).default([]),
	})
		.superRefine((body, { addIssue }) => {
			const [first, second] = searchCursors.filter((cursor) => typeof body[cursor] === 'string');
			const refuse = (field: string) =>
				addIssue({ code: 'custom', path: [field], message: `cannot be combined with ${first}` });
			if (second) refuse(second);
			if (first && body.offset !== undefined) refuse('offset');
		})
		// With a default on the field itself, the offset would look as if the caller had set it.
		.transform((body) => ({ ...body, offset: body.offset ?? 0 })),
	response: responseObject({
		documents: z.array(document),
		has_next: z.boolean(),
		next_cursor: z.string().nullable(),
	}),
	errors: [401, 422, 500],
	page: { rows: 'documents', id: 'document_id', maxLimit: 200, more: 'has_next' },
});
