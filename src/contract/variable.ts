import { z } from 'zod';
import { email, requestObject, responseObject, timestamp } from './endpoint';
import { base64Content } from './file';

/** Types of a variable in a task (section 2). */
const variableTypes = [
	'text',
	'number',
	'boolean',
	'date',
	'email',
	'file',
	'select',
	'multi_select',
	'user_entity',
	'business',
	'dynamic_list',
	'dynamic_table',
	'number_with_currency',
	'conversation',
] as const;

/** Types of a variable that a workflow can be initiated with (sections 2 and 4). */
export const inputTypes = [
	'text',
	'number',
	'boolean',
	'date',
	'email',
	'select',
	'file',
	'user_entity',
	'business',
] as const;

/** A variable of a task or step run, with its value (section 2). */
export const variable = responseObject({
	variable_type: z.enum(variableTypes),
	value: z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.null()]),
	step_id: z.string(),
	variable_id: z.string(),
});

const inputValueOf = <Type extends (typeof inputTypes)[number], Value extends z.ZodTypeAny>(
	type: Type,
	value: Value,
) => requestObject({ variable_id: z.string(), type: z.literal(type), value });

const text = z.string({ invalid_type_error: 'must be text' });

const fileValue = inputValueOf('file', text).extend({
	file_id: z.string().optional(),
	file_extension: z.string().optional(),
	base64_content: base64Content.optional(),
});

/**
 * A value for a workflow variable (section 4, initiate). Every value is text, and the type defines
 * its format. A `file` has a `file_id`, or a `file_extension` with `base64_content`.
 */
export const inputValue = z
	.discriminatedUnion('type', [
		inputValueOf('text', text),
		inputValueOf(
			'number',
			text.regex(
				/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/,
				'must be a number written as text, for example "1200.50"',
			),
		),
		inputValueOf(
			'boolean',
			z.enum(['true', 'false'], {
				errorMap: () => ({ message: 'must be the text "true" or "false"' }),
			}),
		),
		inputValueOf('date', timestamp),
		inputValueOf('email', email),
		inputValueOf('select', text),
		fileValue,
		inputValueOf('user_entity', email),
		inputValueOf('business', text),
	])
	.superRefine((input, context) => {
		if (input.type !== 'file' || input.file_id !== undefined) return;
		if (input.file_extension !== undefined && input.base64_content !== undefined) return;
		const message = 'is required, or file_extension with base64_content';
		context.addIssue({ code: 'custom', path: ['file_id'], message });
	});

export type InputValue = z.input<typeof inputValue>;
