import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A form that cannot be read. */
class UnreadableForm extends Error {
	readonly statusCode = 400;
}

/** Lets the routes of `app` accept forms, with and without files, of up to `bodyLimit` bytes. */
export const acceptForms = (app: FastifyInstance, bodyLimit: number): void => {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		['application/x-www-form-urlencoded', 'multipart/form-data'],
		{ parseAs: 'buffer', bodyLimit },
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
export interface RefusedForm<Name extends string = string> {
	readonly name: Name;
	readonly words: readonly string[];
	readonly form: FormData;
}

/** A file as in the bodies of the API. */
export interface EncodedFile {
	readonly filename: string;
	readonly base64_content: string;
}

/** The files that were chosen in a field. An input without a choice sends a file without a name. */
export const encodedFiles = async (form: FormData, name: string): Promise<EncodedFile[]> => {
	const files = form.getAll(name).filter((value) => typeof value !== 'string');
	return Promise.all(
		files
			.filter((file) => file.name !== '')
			.map(async (file) => ({
				filename: file.name,
				base64_content: Buffer.from(await file.arrayBuffer()).toString('base64'),
			})),
	);
};
