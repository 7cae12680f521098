import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Faults } from '../control/faults';
import { mediaTypeOf } from '../files';
import type { Service } from '../service';
import { findFile, readFile } from '../store/files';
import { addressProblem, downloadPath } from './presign';

interface Download {
	readonly Params: { fileId: string };
	readonly Querystring: { expires?: unknown; signature?: unknown };
}

/** The presigned URLs: a file's bytes, without a credential, until the URL expires. */
export const addDownloads = (
	app: FastifyInstance,
	{ service, faults }: { readonly service: Service; readonly faults: Faults },
): void => {
	app.get<Download>(`${downloadPath}/:fileId`, (request, reply) => {
		const { fileId } = request.params;
		request.dribble = faults.next('download') ?? null;
		// As with object stores: a signed URL accepts no second credential.
		if (request.headers.authorization !== undefined || request.headers['x-api-key'] !== undefined) {
			return reply.code(400).send({ detail: 'A presigned address takes no credential' });
		}
		const problem = addressProblem(service, fileId, request.query);
		if (problem !== undefined) return reply.code(403).send({ detail: problem });
		const file = findFile(service.store, fileId);
		if (file === undefined || file.size === null)
			return reply.code(404).send({ detail: 'File not found' });
		return reply
			.type(mediaTypeOf(file.name))
			.header(
				'Content-Disposition',
				`attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
			)
			.header('Content-Length', file.size)
			.send(Readable.from(readFile(service.store, fileId), { objectMode: false }));
	});
};
