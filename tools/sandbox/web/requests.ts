import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Controls } from '../control/controls';
import type { Service } from '../service';
import type { LoggedRequest } from '../store/requestLog';
import { apiKeys } from './credentials';
import { formOf, textOf } from './form';
import { pagingOf, pretty, sendPage, sendProblem } from './page';
import { pageNumber } from './tasks/tasks';

const address = '/requests';
const pageSize = 50;
/** Characters of a body in the list. The request's own page has all. */
const shownOfBody = 2000;

const listQuery = z.object({
	path: z
		.string()
		.transform((given) => given.trim())
		.catch(''),
	status: z
		.string()
		.regex(/^([1-5]xx|\d{3}|none)$/)
		.catch(''),
	page: pageNumber,
	done: z.string().catch(''),
});

const hasStatus = ({ status }: LoggedRequest, wanted: string): boolean => {
	if (wanted === '') return true;
	if (wanted === 'none') return status === null;
	return wanted.endsWith('xx')
		? String(status).startsWith(wanted.charAt(0))
		: String(status) === wanted;
};

const shownRequest = (request: LoggedRequest, most: number) => {
	const { query, body, receivedAt, answeredAt } = request;
	const search = new URLSearchParams(query as Record<string, string>).toString();
	const text = body === null ? '' : pretty(body);
	return {
		...request,
		address: search === '' ? request.path : `${request.path}?${search}`,
		headerText: pretty(request.headers),
		bodyText: text.slice(0, most),
		isCut: text.length > most,
		milliseconds: answeredAt === null ? null : Date.parse(answeredAt) - Date.parse(receivedAt),
	};
};

const sendLog = (service: Service, controls: Controls, reply: FastifyReply, query: unknown) => {
	const wanted = listQuery.parse(query);
	const { path, status } = wanted;
	const all = controls.requests();
	const found = all.filter((entry) => entry.path.includes(path) && hasStatus(entry, status));
	const paging = pagingOf(address, { path, status }, wanted.page, pageSize, found.length);
	const newest = found.toReversed();
	const start = (paging.page - 1) * pageSize;
	return sendPage(reply, service, 'requests', {
		title: 'Requests',
		section: 'Requests',
		wanted,
		paging,
		most: service.options.requestLogSize,
		received: all.length,
		statuses: [...new Set(all.flatMap((entry) => entry.status ?? []))].sort((a, b) => a - b),
		requests: newest
			.slice(start, start + pageSize)
			.map((request) => shownRequest(request, shownOfBody)),
	});
};

/** The page of the request log, and one page for each request. */
export const addRequestPages = (
	app: FastifyInstance,
	service: Service,
	controls: Controls,
): void => {
	app.get(address, (request, reply) => sendLog(service, controls, reply, request.query));
	app.get<{ Params: { number: string } }>(`${address}/:number`, (request, reply) => {
		const { number } = request.params;
		const found = controls.requests().find((entry) => String(entry.number) === number);
		if (found === undefined) {
			const text = 'The log has no request with that number. Old requests are dropped.';
			return sendProblem(reply, service, 404, 'No such request', text);
		}
		return sendPage(reply, service, 'request', {
			title: `Request ${number}`,
			section: 'Requests',
			request: shownRequest(found, Infinity),
			keyName: apiKeys(service).find(({ rate }) => rate?.bucket === `key:${found.apiKeyId}`)?.name,
		});
	});
	app.post(address, (request, reply) => {
		if (textOf(formOf(request), 'form') !== 'clear') {
			return sendProblem(reply, service, 400, 'Nothing to do', 'The form does not say what to do.');
		}
		controls.clearRequests();
		return reply.redirect(`${address}?done=cleared#done`, 303);
	});
};
