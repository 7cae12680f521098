import type { FastifyInstance, FastifyRequest } from 'fastify';

const mediaTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** A form that cannot be read. */
class UnreadableForm extends Error {
	readonly statusCode = 400;
}

/** Lets the routes of `app` accept forms. */
export const acceptForms = (app: FastifyInstance): void => {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		mediaTypes,
		{ parseAs: 'buffer' },
		async (request: FastifyRequest, body: Buffer): Promise<FormData> => {
			const headers = { 'Content-Type': request.headers['content-type'] ?? '' };
			try {
				return await new Response(body, { headers }).formData();
			} catch {
				throw new UnreadableForm('The form cannot be read.');
			}
		},
	);
};

/** The form of a request; empty if it has none. */
export const formOf = ({ body }: FastifyRequest): FormData =>
	body instanceof FormData ? body : new FormData();

/** Text of a field, empty if it is missing; line ends as typed. */
export const textOf = (form: FormData, name: string): string => {
	const value = form.get(name);
	return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
};

/** A form that was not applied: its name, the reason, and its values. */
export interface RefusedForm {
	readonly name: string;
	readonly words: readonly string[];
	readonly form: FormData;
}
