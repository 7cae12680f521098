import type { Endpoint, Input, ShownRequest } from '../../../src';
import { FileContent, shownRequest } from '../../../src';
import { digestOf, sha256OfChunks } from '../../shared/rows/digest';
import { WrongField } from '../../shared/words/explained';

/** What stands in for a file where its bytes do not go. */
interface FileDigest {
	/** In bytes. */
	readonly size: number;
	/** Of the bytes, in hexadecimal. */
	readonly sha256: string;
}

/** A request as it would leave, its files as digests. */
interface CanonicalRequest {
	readonly request: ShownRequest;
	/** Of the canonical text of `request` (RFC 8785), in hexadecimal. */
	readonly sha256: string;
}

/** The digest of a file's bytes, which are read for it once more than for sending. */
const fileDigestOf = async (content: string | FileContent): Promise<FileDigest> => {
	if (!(content instanceof FileContent)) {
		const bytes = Buffer.from(content, 'base64');
		return { size: bytes.length, sha256: await sha256OfChunks([bytes]) };
	}
	return { size: content.size, sha256: await sha256OfChunks(await content.open()) };
};

/**
 * The request of an item to look at, with what tells it from all others: the same for the same
 * path, body and bytes of files, whatever the order of its fields.
 * @throws {WrongField} for half of a character, which no canonical text holds.
 */
export const canonicalRequest = async (
	endpoint: Endpoint,
	input: Input,
): Promise<CanonicalRequest> => {
	const request = await shownRequest(endpoint, input, fileDigestOf);
	const sha256 = digestOf(request);
	if (sha256 === undefined) {
		throw new WrongField('Request', 'contains a text with an incomplete character');
	}
	return { request, sha256 };
};
