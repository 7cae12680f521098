import type { oas31 } from 'zod-openapi';

type SchemaObject = oas31.SchemaObject;

const text: SchemaObject = { type: 'string' };

const integer: SchemaObject = { type: 'integer' };

/** What must be there, with the forms that it must have. */
const having = (properties: Record<string, SchemaObject>): SchemaObject => ({
	required: Object.keys(properties),
	properties,
});

/**
 * What the contract says in code, which no library can read: a refinement, a transformation, a value
 * that has another form in the node than on the wire. It is added to the schema of that name;
 * `test/docs/openApi.test.ts` holds both to the same examples, and `sandbox/test/fuzz.test.ts` to the
 * same generated requests.
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
	// A file without `file_id` brings its content.
	FileValue: {
		anyOf: [having({ file_id: text }), having({ file_extension: text, base64_content: text })],
	},
	// One cursor at most, and none with an offset; a cursor that is null is not set.
	SearchDocumentsRequest: {
		properties: { offset: { description: 'Default: `0`.' } },
		allOf: [
			{ not: having({ last_updated_at: text, last_created_at: text }) },
			{ not: having({ offset: integer, last_updated_at: text }) },
			{ not: having({ offset: integer, last_created_at: text }) },
		],
	},
};

/** Schemas that take the place of what a library makes of those that have two forms in the contract. */
export const wireForms: Readonly<Record<string, SchemaObject>> = {
	Base64Content: {
		...text,
		contentEncoding: 'base64',
		description: 'The content of a file as Base64 text (section 8.7).',
	},
	PathInteger: integer,
	QueryBoolean: { type: 'boolean' },
};

/** Those of them that stand where they are used. */
export const inlined: readonly string[] = ['PathInteger', 'QueryBoolean'];
