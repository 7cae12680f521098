import type { Endpoint, Input, ShownRequest } from '../../../src';
import { FileContent, shownRequest } from '../../../src';
import { digestOf, sha256OfChunks } from '../../shared/rows/digest';

/** Replaces a file whose bytes are not part of the output. */
interface FileDigest {
	/** In bytes. */
	readonly size: number;
	/** The digest of the bytes, in hexadecimal. */
	readonly sha256: string;
}

/** A request as it would be sent, with digests in place of its files. */
interface CanonicalRequest {
	readonly request: ShownRequest;
	/** The digest of the canonical text of `request` (RFC 8785), in hexadecimal. */
	readonly sha256: string;
}

/** The digest of a file's bytes. This reads the file once more than sending it does. */
const fileDigestOf = async (content: string | FileContent): Promise<FileDigest> => {
	if (!(content instanceof FileContent)) {
		const bytes = Buffer.from(content, 'base64');
		return { size: bytes.length, sha256: await sha256OfChunks([bytes]) };
	}
	return { size: content.size, sha256: await sha256OfChunks(await content.open()) };
};

/**
 * The request of an item for review, with its digest. The digest is the same for the same path,
 * body and file contents, whatever the order of the fields.
 */
export const canonicalRequest = async (
	endpoint: Endpoint,
	input: Input,
): Promise<CanonicalRequest> => {
	const request = await shownRequest(endpoint, input, fileDigestOf);
	return { request, sha256: digestOf(request) };
};
