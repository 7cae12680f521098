import type { FastifyInstance } from 'fastify';
import { mediaTypeOf } from '../files';
import type { Service } from '../service';
import { findFile } from '../store/files';
import { addressProblem, downloadPath } from './presign';

interface Download {
	readonly Params: { fileId: string };
	readonly Querystring: { expires?: unknown; signature?: unknown };
}

/** The presigned URLs: a file's bytes, without a credential, until the URL expires. */
export const addDownloads = (app: FastifyInstance, service: Service): void => {
	app.get<Download>(`${downloadPath}/:fileId`, (request, reply) => {
		const { fileId } = request.params;
		// As with object stores: a signed URL accepts no second credential.
		if (request.headers.authorization !== undefined || request.headers['x-api-key'] !== undefined) {
			return reply.code(400).send({ detail: 'A presigned address takes no credential' });
		}
		const problem = addressProblem(service, fileId, request.query);
		if (problem !== undefined) return reply.code(403).send({ detail: problem });
		const file = findFile(service.store, fileId);
		if (file === undefined) return reply.code(404).send({ detail: 'File not found' });
		const name = encodeURIComponent(file.name);
		return reply
			.type(mediaTypeOf(file.name))
			.header('Content-Disposition', `attachment; filename*=UTF-8''${name}`)
			.send(Buffer.from(file.content));
	});
};
