import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Controls } from '../control/controls';
import type { Service } from '../service';
import { subscriptionInput } from '../webhooks/subscriptions';
import { fillTemplate, template, templates } from '../webhooks/template';
import type { RefusedForm } from './form';
import { formOf, textOf } from './form';
import { pagingOf, pretty, sendPage } from './page';
import { pageNumber } from './tasks/tasks';
import { changeTemplate, redeliver } from './webhookChanges';

const address = '/webhooks';
const pageSize = 25;

/** A sample event to show a template filled in. */
const sampleEvent = {
	event: 'flows.tasks.commented',
	task_id: 10001,
	task_title: 'Vendor agreement: Aldgate Logistics Ltd',
	task_url: '{app_url}/workflows/tasks/10001',
	workflow_id: 'wf_vendor_agreement',
	activity_log_id: 17,
	comment: 'Please check § 7.',
	excerpt: 'Please check § 7.',
	user_email: 'amara.okafor@meridian.example',
	created_at: '2026-01-31T09:00:00.000Z',
	delivery_id: 1,
};

/** The name of a shipped template; `own` for all others. */
const templateName = (given: unknown): string => {
	const json = JSON.stringify(given);
	const shipped = Object.entries(templates).find(([, entry]) => JSON.stringify(entry) === json);
	return shipped?.[0] ?? 'own';
};

const sendWebhooks = (
	service: Service,
	controls: Controls,
	reply: FastifyReply,
	{ page = 1, done = '', refused }: { page?: number; done?: string; refused?: RefusedForm },
): FastifyReply => {
	const subscriptions = controls.subscriptions().map((subscription) => ({
		...subscription,
		name: templateName(subscription.template),
		json: pretty(subscription.template),
		sample: fillTemplate(subscription.template, sampleEvent, subscription.signing_key),
	}));
	const all = controls.deliveries();
	const paging = pagingOf(address, {}, page, pageSize, all.length);
	const deliveries = all
		.slice((paging.page - 1) * pageSize, paging.page * pageSize)
		.map((delivery) => {
			const subscription = subscriptions.find(
				({ subscription_id }) => subscription_id === delivery.subscription_id,
			);
			return { ...delivery, url: subscription?.url ?? null };
		});
	return sendPage(reply.code(refused === undefined ? 200 : 422), service, 'webhooks', {
		title: 'Webhooks',
		section: 'Webhooks',
		subscriptions,
		deliveries,
		paging,
		shipped: Object.keys(templates),
		placeholders: Object.keys(sampleEvent),
		done,
		refused,
		typed: (form: string, field: string) =>
			refused?.name === form ? textOf(refused.form, field) : '',
	});
};

const words = (error: z.ZodError): string[] =>
	error.issues.map(({ path, message }) => `${path.join(' › ')} ${message}.`.trim());

type Outcome = { readonly done: string } | { readonly words: readonly string[] };

const add = (controls: Controls, form: FormData): Outcome => {
	const signing_key = textOf(form, 'signing_key');
	const parsed = subscriptionInput.safeParse({
		url: textOf(form, 'url').trim(),
		template: textOf(form, 'template'),
		...(signing_key === '' ? {} : { signing_key }),
	});
	if (!parsed.success) return { words: words(parsed.error) };
	controls.subscribe(parsed.data);
	return { done: 'added' };
};

const parseJson = z.string().transform((given, context): unknown => {
	try {
		return JSON.parse(given);
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		context.addIssue({ code: z.ZodIssueCode.custom, message: `not valid JSON: ${message}` });
		return z.NEVER;
	}
});

const edit = (service: Service, id: number, form: FormData): Outcome => {
	const shipped = Object.entries(templates).find(([name]) => name === textOf(form, 'shipped'));
	const parsed = shipped
		? template.safeParse(shipped[1])
		: parseJson.pipe(template).safeParse(textOf(form, 'json'));
	if (!parsed.success) return { words: words(parsed.error) };
	const isChanged = changeTemplate(service, id, parsed.data);
	return isChanged ? { done: 'changed' } : { words: ['This address was removed in the meantime.'] };
};

const apply = (service: Service, controls: Controls, form: FormData): Outcome => {
	const id = Number(textOf(form, 'id'));
	switch (textOf(form, 'form')) {
		case 'add':
			return add(controls, form);
		case 'remove':
			controls.unsubscribe(id);
			return { done: 'removed' };
		case 'redeliver':
			if (redeliver(service, id)) return { done: 'redelivered' };
			return { words: ['This delivery is already being sent, or its address was removed.'] };
		default:
			return edit(service, id, form);
	}
};

const pageQuery = z.object({ page: pageNumber, done: z.string().catch('') });

/** The page of the subscriptions and their deliveries. */
export const addWebhookPages = (
	app: FastifyInstance,
	service: Service,
	controls: Controls,
): void => {
	app.get(address, (request, reply) =>
		sendWebhooks(service, controls, reply, pageQuery.parse(request.query)),
	);
	app.post(address, (request, reply) => {
		const form = formOf(request);
		const outcome = apply(service, controls, form);
		if ('done' in outcome) return reply.redirect(`${address}?done=${outcome.done}#done`, 303);
		const name = `${textOf(form, 'form')}${textOf(form, 'id')}`;
		return sendWebhooks(service, controls, reply, { refused: { ...outcome, name, form } });
	});
};
