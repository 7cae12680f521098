import { createHmac } from 'node:crypto';

/** A comment on a task, as the sandbox tells subscribers of it. */
export interface WebhookEvent {
	readonly event: string;
	readonly delivery_id: number;
	readonly created_at: string;
	readonly task_id: number;
	readonly task_url: string;
	readonly workflow_id: string;
	readonly activity_log_id: number;
	readonly comment: string;
	readonly user_email: string;
}

/** A request that is ready to be sent. */
export interface WebhookRequest {
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

interface Form {
	body(event: WebhookEvent): object;
	/** `sign` returns the HMAC-SHA256 of the body, in hexadecimal. */
	headers(key: string, sign: () => string, event: WebhookEvent): Record<string, string>;
}

/** A form may cut the comment. */
const shortText = 100;

/**
 * The forms of a delivery. The API text shows neither payload nor signing, so they differ in both:
 * what works with all four relies on none. The body of `form` is form-encoded, the others are JSON.
 */
const forms = {
	flat: {
		body: (event) => ({
			event: event.event,
			task_id: event.task_id,
			task_url: event.task_url,
			activity_log_id: event.activity_log_id,
			comment: event.comment,
			author: event.user_email,
			posted_at: event.created_at,
		}),
		headers: (_key, sign) => ({ 'X-Sandbox-Signature': `sha256=${sign()}` }),
	},
	nested: {
		body: (event) => ({
			id: event.delivery_id,
			type: event.event,
			data: {
				task: { id: event.task_id, workflow: event.workflow_id },
				comment: { id: event.activity_log_id, text: event.comment, by: event.user_email },
			},
		}),
		headers: (key, _sign, event) => ({
			'X-Sandbox-Token': key,
			'X-Sandbox-Delivery': String(event.delivery_id),
		}),
	},
	array: {
		body: (event) => [
			{
				name: event.event,
				at: event.created_at,
				payload: { taskId: event.task_id, message: event.comment.slice(0, shortText) },
			},
		],
		headers: (key) => ({ Authorization: `Sandbox ${key}` }),
	},
	form: {
		body: ({ event, task_id, comment, user_email }) => ({
			event,
			task: String(task_id),
			text: comment,
			user: user_email,
		}),
		headers: () => ({}),
	},
} satisfies Readonly<Record<string, Form>>;

export type FormName = keyof typeof forms;

/** The names of the forms. */
export const formNames = Object.keys(forms) as [FormName, ...FormName[]];

/** The request that tells a subscriber of an event. */
export const webhookRequest = (
	name: FormName,
	event: WebhookEvent,
	signingKey: string,
): WebhookRequest => {
	const form: Form = forms[name];
	const content = form.body(event);
	const body =
		name === 'form'
			? new URLSearchParams(Object.entries(content)).toString()
			: JSON.stringify(content);
	const sign = () => createHmac('sha256', signingKey).update(body).digest('hex');
	const type = name === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
	return { headers: { 'Content-Type': type, ...form.headers(signingKey, sign, event) }, body };
};
