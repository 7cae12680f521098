import type { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import * as api from '../../../src/contract';

const pascal = (name: string): string =>
	name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

type Named = readonly [name: string, schema: z.ZodTypeAny];

const inputValues = [...api.inputValue.innerType().optionsMap].map(
	([type, schema]): Named => [`${pascal(String(type))}Value`, schema],
);

const bodies = Object.entries<api.Endpoint>(api.contract).flatMap(
	([name, { body, response }]): Named[] => [
		...(body ? [[`${pascal(name)}Request`, body] as const] : []),
		[`${pascal(name)}Response`, response],
	],
);

/** Every schema with a name in the document. Uses of it in the contract become references. */
export const namedSchemas: Readonly<Record<string, z.ZodTypeAny>> = {
	Base64Content: api.base64Content,
	Document: api.document,
	Filter: api.filter,
	InputValue: api.inputValue,
	ListedTask: api.listedTask,
	Task: api.task,
	Timestamp: api.timestamp,
	Variable: api.variable,
	...Object.fromEntries([...inputValues, ...bodies]),
};

const given = (...fields: readonly string[]): oas31.SchemaObject => ({
	required: [...fields],
	properties: Object.fromEntries(fields.map((field) => [field, { not: { type: 'null' } }])),
});

/**
 * What no library can read of the contract: its rules in code, and a value with another form on the
 * wire. It is added to the schema with that name. The examples in `test/examples` check both.
 */
export const rules: Readonly<Record<string, oas31.SchemaObject>> = {
	Base64Content: { type: 'string', contentEncoding: 'base64', anyOf: undefined },
	FileValue: { anyOf: [given('file_id'), given('file_extension', 'base64_content')] },
	SearchDocumentsRequest: {
		not: {
			anyOf: [
				given('last_updated_at', 'last_created_at'),
				given('offset', 'last_updated_at'),
				given('offset', 'last_created_at'),
			],
		},
	},
};
