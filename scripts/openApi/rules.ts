import type { oas31 } from 'zod-openapi';

type SchemaObject = oas31.SchemaObject;

const text: SchemaObject = { type: 'string' };

const integer: SchemaObject = { type: 'integer' };

/** Required properties, with their formats. */
const having = (properties: Record<string, SchemaObject>): SchemaObject => ({
	required: Object.keys(properties),
	properties,
});

/**
 * Rules of the contract in code, which no library can read: a refinement, a transformation, a value
 * with another form in the node than on the wire. They are added to the schema with that name.
 * `test/docs/openApi.test.ts` checks both against the same examples, and
 * `sandbox/test/fuzz.test.ts` against the same generated requests.
 */
export const rules: Readonly<Record<string, SchemaObject>> = {
	Timestamp: {
		description:
			'An ISO 8601 date, with or without a time of day. The pattern is the contract’s own.',
	},
	Email: {
		description:
			'An email address. Which ones exist only the service knows; the pattern is the contract’s own.',
	},
	FileName: { description: 'A file name, from which the service reads the extension.' },
	// A file without `file_id` contains its content.
	FileValue: {
		anyOf: [having({ file_id: text }), having({ file_extension: text, base64_content: text })],
	},
	// At most one cursor, and none with an offset. A null cursor is not set.
	SearchDocumentsRequest: {
		properties: { offset: { description: 'Default: `0`.' } },
		allOf: [
			{ not: having({ last_updated_at: text, last_created_at: text }) },
			{ not: having({ offset: integer, last_updated_at: text }) },
			{ not: having({ offset: integer, last_created_at: text }) },
		],
	},
};

/** Schemas that replace the library's result for schemas with two forms in the contract. */
export const wireForms: Readonly<Record<string, SchemaObject>> = {
	Base64Content: {
		...text,
		contentEncoding: 'base64',
		description: 'The content of a file as Base64 text (section 8.7).',
	},
	PathInteger: integer,
	QueryBoolean: { type: 'boolean' },
};

/** Those that are inlined where they are used. */
export const inlined: readonly string[] = ['PathInteger', 'QueryBoolean'];
