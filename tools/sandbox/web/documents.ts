import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { isoTime } from '../clock';
import { organizations } from '../seed/accounts';
import type { Service } from '../service';
import { changeField, findDocument, parsedFieldValue } from '../store/documents';
import { formOf, textOf } from './form';
import { pageSize, pagingOf, sendPage, sendProblem } from './page';
import { pageNumber, queryText } from './tasks';

const address = '/documents';
const organizationId = organizations.main;

const listQuery = z.object({ text: queryText, page: pageNumber });

const sendList = (service: Service, reply: FastifyReply, query: unknown): FastifyReply => {
	const { sql } = service.store;
	const { text, page } = listQuery.parse(query);
	const found = sql.all`
		SELECT document_id, updated_at, json_extract('{' || body || '}', '$.document_title') AS title,
			json_extract('{' || body || '}', '$.document_type') AS type
		FROM documents WHERE org_id = ${organizationId}
			AND (${text} = '' OR document_id = ${text} OR title LIKE ${`%${text}%`})
		ORDER BY updated_at DESC, document_id DESC`;
	const paging = pagingOf(address, { text }, page, found.length);
	return sendPage(reply, service, 'documents', {
		title: 'Documents',
		section: 'Documents',
		text,
		paging,
		documents: found.slice(paging.from - 1, paging.from - 1 + pageSize),
	});
};

type Found = NonNullable<ReturnType<typeof findDocument>>;

/** What was just done to a document, or why not. */
interface Shown {
	readonly done?: string;
	readonly words?: readonly string[];
	/** The field of the last form. */
	readonly field?: string;
}

const sendDocument = (
	service: Service,
	reply: FastifyReply,
	id: string,
	document: Found,
	shown: Shown,
): FastifyReply =>
	sendPage(reply.code(shown.words === undefined ? 200 : 422), service, 'document', {
		...shown,
		title: document.document_title ?? `Document ${id}`,
		section: 'Documents',
		id,
		document,
	});

/** Applies a form to a document. Returns what is wrong with it, if anything. */
const change = (service: Service, id: number, document: Found, form: FormData) => {
	const { store, clock } = service;
	const wanted = textOf(form, 'field');
	const field = document.fields.find(({ org_field_id }) => String(org_field_id) === wanted);
	if (field === undefined) return 'The document has no such field.';
	const text = textOf(form, 'value').trim();
	const value = parsedFieldValue(field.field_value_type, text);
	const isUnclear = textOf(form, 'form') === 'unclear';
	if (!isUnclear && value === undefined) return `This is no ${field.field_value_type}.`;
	const changed = isUnclear
		? { is_unclear: true }
		: { value, is_unclear: false, is_null: value === null };
	const now = isoTime(clock.now());
	store.transaction(() => changeField(store, id, document, field, changed, now));
	return undefined;
};

interface DocumentRoute {
	readonly Params: { id: string };
}

const shownQuery = z.object({ done: queryText, field: queryText });

/** The documents, whose values can change or become unclear. */
export const addDocumentPage = (app: FastifyInstance, service: Service): void => {
	const find = (id: string) => findDocument(service.store, organizationId, Number(id));
	const missing = (reply: FastifyReply) =>
		sendProblem(reply, service, 404, 'No such document', 'There is no document with that number.');
	app.get(address, (request, reply) => sendList(service, reply, request.query));
	app.get<DocumentRoute>(`${address}/:id`, (request, reply) => {
		const { id } = request.params;
		const document = find(id);
		if (document === undefined) return missing(reply);
		return sendDocument(service, reply, id, document, shownQuery.parse(request.query));
	});
	app.post<DocumentRoute>(`${address}/:id`, (request, reply) => {
		const { id } = request.params;
		const document = find(id);
		if (document === undefined) return missing(reply);
		const form = formOf(request);
		const field = textOf(form, 'field');
		const problem = change(service, Number(id), document, form);
		if (problem !== undefined) {
			return sendDocument(service, reply, id, document, { words: [problem], field });
		}
		const query = new URLSearchParams({ done: textOf(form, 'form'), field });
		return reply.redirect(`${address}/${id}?${query.toString()}#done`, 303);
	});
};
