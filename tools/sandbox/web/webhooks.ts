import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Controls } from '../control/controls';
import type { Service } from '../service';
import { formNames } from '../webhooks/forms';
import { subscriptionInput } from '../webhooks/subscriptions';
import type { RefusedForm } from './form';
import { formOf, textOf } from './form';
import { pageSize, pagingOf, sendPage } from './page';
import { pageNumber, queryText } from './tasks';

const address = '/webhooks';

interface Shown {
	readonly page: number;
	readonly done: string;
	readonly refused?: RefusedForm;
}

const sendWebhooks = (
	service: Service,
	controls: Controls,
	reply: FastifyReply,
	{ page, done, refused }: Shown,
): FastifyReply => {
	const subscriptions = controls.subscriptions();
	const all = controls.deliveries();
	const paging = pagingOf(address, {}, page, all.length);
	const urls = new Map(subscriptions.map(({ subscription_id, url }) => [subscription_id, url]));
	const deliveries = all
		.slice(paging.from - 1, paging.from - 1 + pageSize)
		.map((delivery) => ({ ...delivery, url: urls.get(delivery.subscription_id) }));
	return sendPage(reply.code(refused === undefined ? 200 : 422), service, 'webhooks', {
		title: 'Webhooks',
		section: 'Webhooks',
		subscriptions,
		deliveries,
		paging,
		forms: formNames,
		done,
		refused,
		typed: (field: string) => (refused ? textOf(refused.form, field) : ''),
	});
};

const pageQuery = z.object({ page: pageNumber, done: queryText });

/** The page of the subscriptions and their deliveries. */
export const addWebhookPage = (
	app: FastifyInstance,
	service: Service,
	controls: Controls,
): void => {
	app.get(address, (request, reply) =>
		sendWebhooks(service, controls, reply, pageQuery.parse(request.query)),
	);
	app.post(address, (request, reply) => {
		const form = formOf(request);
		const removed = textOf(form, 'remove');
		if (removed !== '') {
			controls.unsubscribe(Number(removed));
			return reply.redirect(`${address}?done=removed#done`, 303);
		}
		const signing_key = textOf(form, 'signing_key');
		const input = subscriptionInput.safeParse({
			url: textOf(form, 'url').trim(),
			form: textOf(form, 'form') || undefined,
			...(signing_key === '' ? {} : { signing_key }),
		});
		if (input.success) {
			controls.subscribe(input.data);
			return reply.redirect(`${address}?done=added#done`, 303);
		}
		const words = input.error.issues.map(({ path, message }) => `${path.join(' ')} ${message}.`);
		const refused = { name: 'add', words, form };
		return sendWebhooks(service, controls, reply, { page: 1, done: '', refused });
	});
};
