import { createHmac } from 'node:crypto';
import { z } from 'zod';

type TemplateValue =
	| string
	| number
	| boolean
	| null
	| TemplateValue[]
	| { [name: string]: TemplateValue };

const templateValue: z.ZodType<TemplateValue> = z.lazy(() =>
	z.union([
		z.string(),
		z.number(),
		z.boolean(),
		z.null(),
		z.array(templateValue),
		z.record(templateValue),
	]),
);

/**
 * How an event becomes a request. `{{name}}` in a text is replaced by a field of the event. A text
 * with nothing else becomes the field's value. Headers can also use `{{signing_key}}` and
 * `{{signature}}`.
 */
export const template = z
	.object({
		encoding: z.enum(['json', 'form']),
		headers: z.record(z.string()),
		body: templateValue,
	})
	.strict();

export type Template = z.output<typeof template>;

/** An event as templates see it. */
export type EventFields = Readonly<Record<string, string | number | null>>;

/**
 * The shipped templates. The API text shows neither payload nor signing, so they differ in both:
 * what works with all four relies on none.
 */
export const templates = {
	flat: {
		encoding: 'json',
		headers: { 'X-Sandbox-Signature': 'sha256={{signature}}' },
		body: {
			event: '{{event}}',
			task_id: '{{task_id}}',
			task_url: '{{task_url}}',
			activity_log_id: '{{activity_log_id}}',
			comment: '{{comment}}',
			author: '{{user_email}}',
			posted_at: '{{created_at}}',
		},
	},
	nested: {
		encoding: 'json',
		headers: { 'X-Sandbox-Token': '{{signing_key}}', 'X-Sandbox-Delivery': '{{delivery_id}}' },
		body: {
			id: '{{delivery_id}}',
			type: '{{event}}',
			data: {
				task: { id: '{{task_id}}', workflow: '{{workflow_id}}' },
				comment: { id: '{{activity_log_id}}', text: '{{comment}}', by: '{{user_email}}' },
			},
		},
	},
	array: {
		encoding: 'json',
		headers: { Authorization: 'Sandbox {{signing_key}}' },
		body: [
			{
				name: '{{event}}',
				at: '{{created_at}}',
				payload: { taskId: '{{task_id}}', message: 'Comment on {{task_title}}: {{comment}}' },
			},
		],
	},
	form: {
		encoding: 'form',
		headers: {},
		body: { event: '{{event}}', task: '{{task_id}}', text: '{{comment}}', user: '{{user_email}}' },
	},
} as const satisfies Readonly<Record<string, Template>>;

/** A request that is ready to be sent. */
export interface WebhookRequest {
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

const placeholder = /\{\{(\w+)\}\}/g;

const fillText = (text: string, fields: EventFields): string =>
	text.replace(placeholder, (_whole, name: string) => String(fields[name] ?? ''));

const fill = (value: TemplateValue, fields: EventFields): TemplateValue => {
	if (typeof value === 'string') {
		const only = /^\{\{(\w+)\}\}$/.exec(value)?.[1];
		return only === undefined ? fillText(value, fields) : (fields[only] ?? null);
	}
	if (Array.isArray(value)) return value.map((entry) => fill(entry, fields));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [name, fill(entry, fields)]),
	);
};

const encode = (encoding: Template['encoding'], value: TemplateValue): string => {
	if (encoding === 'json') return JSON.stringify(value);
	return new URLSearchParams(
		Object.entries(value ?? {}).map(([name, entry]): [string, string] => [
			name,
			typeof entry === 'object' ? JSON.stringify(entry) : String(entry),
		]),
	).toString();
};

const bodyTypes = {
	json: 'application/json',
	form: 'application/x-www-form-urlencoded',
} as const;

/** Fills a template with an event. The signature is an HMAC-SHA256 of the body, in hexadecimal. */
export const fillTemplate = (
	{ encoding, headers, body }: Template,
	fields: EventFields,
	signing_key: string,
): WebhookRequest => {
	const text = encode(encoding, fill(body, fields));
	const signature = createHmac('sha256', signing_key).update(text).digest('hex');
	const filled = Object.entries(headers).map(([name, value]): [string, string] => [
		name,
		fillText(value, { ...fields, signing_key, signature }),
	]);
	return {
		headers: { 'Content-Type': bodyTypes[encoding], ...Object.fromEntries(filled) },
		body: text,
	};
};
