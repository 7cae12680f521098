import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Controls } from '../control/controls';
import type { Service } from '../service';
import type { LoggedRequest } from '../store/requestLog';
import { logSize } from '../store/requestLog';
import { pageSize, pagingOf, pretty, sendPage } from './page';
import { pageNumber, queryText } from './tasks';

const address = '/requests';

const listQuery = z.object({ page: pageNumber, done: queryText });

const shownRequest = (request: LoggedRequest) => {
	const { path, query, headers, body, receivedAt, answeredAt } = request;
	const search = new URLSearchParams(query as Record<string, string>).toString();
	return {
		...request,
		address: search === '' ? path : `${path}?${search}`,
		headerText: pretty(headers),
		bodyText: body === null ? '' : pretty(body),
		milliseconds: answeredAt === null ? null : Date.parse(answeredAt) - Date.parse(receivedAt),
	};
};

const sendLog = (service: Service, controls: Controls, reply: FastifyReply, query: unknown) => {
	const wanted = listQuery.parse(query);
	const found = controls.requests().toReversed();
	const paging = pagingOf(address, {}, wanted.page, found.length);
	return sendPage(reply, service, 'requests', {
		title: 'Requests',
		section: 'Requests',
		wanted,
		paging,
		most: logSize,
		requests: found.slice(paging.from - 1, paging.from - 1 + pageSize).map(shownRequest),
	});
};

/** The page of the request log. */
export const addRequestPage = (
	app: FastifyInstance,
	service: Service,
	controls: Controls,
): void => {
	app.get(address, (request, reply) => sendLog(service, controls, reply, request.query));
	app.post(address, (_request, reply) => {
		controls.clearRequests();
		return reply.redirect(`${address}?done=cleared#done`, 303);
	});
};
