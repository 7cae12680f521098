import { z } from 'zod';
import { orRequired, requestObject } from './endpoint';

/**
 * The content of a file that is encoded as base64 while the request is sent, so that no file is in
 * memory as a whole. `size` is the number of bytes. `open` starts reading again on each call,
 * because a retry needs the bytes again.
 */
export class FileContent {
	constructor(
		readonly size: number,
		readonly open: () => Promise<AsyncIterable<Uint8Array>>,
	) {}

	/** Length of the base64 text, in characters. */
	get base64Length(): number {
		return 4 * Math.ceil(this.size / 3);
	}
}

/** Base64 text, or content that is encoded as base64 while it is sent (section 8.7). */
export const base64Content = z.union(
	[z.string(), z.instanceof(FileContent)],
	orRequired('must be the Base64 content of the file'),
);

/** A file name from which the service reads the extension. */
const fileNameWithExtension = z
	.string()
	.regex(/[^/\\]\.[^./\\\s]+$/, 'must be a file name with an extension, for example contract.pdf');

/** A file in the body of a comment or of a request to attach files. */
export const attachedFile = requestObject({
	filename: fileNameWithExtension,
	base64_content: base64Content,
});
