import path from 'node:path';
import { Eta } from 'eta';
import type { FastifyReply } from 'fastify';
import { isoTime } from '../clock';
import type { Service } from '../service';

const eta = new Eta({ views: path.join(__dirname, 'templates'), cache: true });

/** Sections of the page in the navigation. */
const sections = [
	{ href: '/workflows/tasks', name: 'Tasks' },
	{ href: '/documents', name: 'Documents' },
	{ href: '/requests', name: 'Requests' },
	{ href: '/webhooks', name: 'Webhooks' },
] as const;

export type Section = (typeof sections)[number]['name'];

/** What every page has. */
export interface Page {
	readonly title: string;
	readonly section: Section | null;
}

/** An ISO 8601 time in a readable form; UTC. */
const when = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

/** A value as indented JSON. */
export const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** Sends a page. The template with that name gets `view`. */
export const sendPage = <View extends Page>(
	reply: FastifyReply,
	{ clock }: Service,
	template: string,
	view: View,
): FastifyReply => {
	const frame = { sections, now: isoTime(clock.now()), shiftSeconds: clock.shift / 1000, when };
	const html = eta.render(`./${template}`, { ...view, ...frame });
	return reply.type('text/html; charset=utf-8').send(html);
};

/** Sends a page that says what is wrong, with the matching status for programs. */
export const sendProblem = (
	reply: FastifyReply,
	service: Service,
	status: number,
	title: string,
	text: string,
): FastifyReply =>
	sendPage(reply.code(status), service, 'problem', { title, section: null, status, text });

/** The rows of one page of a list, counted from 1. */
export interface Paging {
	readonly page: number;
	readonly from: number;
	readonly to: number;
	readonly total: number;
	/** URLs of the previous and the next page; null if there is none. */
	readonly previous: string | null;
	readonly next: string | null;
}

/** How many rows a page of a list has. */
export const pageSize = 50;

/** The position of `page` in a list of `total` rows. A page past the end is the last one. */
export const pagingOf = (
	base: string,
	query: Readonly<Record<string, string>>,
	wanted: number,
	total: number,
): Paging => {
	const pages = Math.max(1, Math.ceil(total / pageSize));
	const page = Math.min(wanted, pages);
	const address = (to: number): string | null => {
		if (to < 1 || to > pages) return null;
		const given = Object.entries(query).filter(([, value]) => value !== '');
		return `${base}?${new URLSearchParams([...given, ['page', String(to)]]).toString()}`;
	};
	return {
		page,
		from: total === 0 ? 0 : (page - 1) * pageSize + 1,
		to: Math.min(page * pageSize, total),
		total,
		previous: address(page - 1),
		next: address(page + 1),
	};
};
