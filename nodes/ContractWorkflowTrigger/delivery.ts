import type { IBinaryKeyData, IWebhookFunctions } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import type { Mask } from '../shared/client/mask';

/** A delivery as received, without the secret. Nothing is assumed about its body. */
export interface Delivery {
	/** Parsed JSON or form, or text; null if there is none. */
	readonly body: unknown;
	/** Names in lower case. */
	readonly headers: object;
	readonly query: object;
	/** ISO 8601, by n8n's clock. */
	readonly receivedAt: string;
}

/** What n8n makes of a request before a node sees it. */
interface ReadRequest {
	readonly body?: unknown;
	readonly rawBody?: Buffer;
	readonly contentType?: string;
}

interface UploadedFile {
	readonly filepath: string;
	readonly originalFilename?: string | null;
	readonly mimetype?: string | null;
}

interface Form {
	readonly data: unknown;
	readonly files: Readonly<Record<string, UploadedFile | readonly UploadedFile[]>>;
}

const isForm = (request: ReadRequest): request is ReadRequest & { readonly body: Form } =>
	request.contentType === 'multipart/form-data';

/**
 * The body of a request (any JSON, form or text). n8n itself responds 422 to broken JSON, and parses
 * no other types, such as `application/cloudevents+json`.
 */
export const bodyOf = (request: ReadRequest): unknown => {
	if (isForm(request)) return request.body.data;
	const { body, rawBody } = request;
	if (!rawBody || rawBody.length === 0) return null;
	const text = rawBody.toString();
	return body === undefined ? jsonParse<unknown>(text, { fallbackValue: text }) : body;
};

export const readDelivery = (context: IWebhookFunctions, mask: Mask): Delivery =>
	mask({
		body: bodyOf(context.getRequestObject() as ReadRequest),
		headers: context.getHeaderData(),
		query: context.getQueryData(),
		receivedAt: new Date().toISOString(),
	});

/** The files of a form, by the names of their fields; and `rawBody`, if it is wanted. */
export const filesOfDelivery = async (
	context: IWebhookFunctions,
	mask: Mask,
	isRawWanted: boolean,
): Promise<IBinaryKeyData> => {
	const request = context.getRequestObject() as ReadRequest;
	const { rawBody: bytes, contentType } = request;
	const binary: IBinaryKeyData = {};
	for (const [field, files] of Object.entries(isForm(request) ? request.body.files : {})) {
		for (const [index, file] of [files].flat().entries()) {
			binary[index === 0 ? field : `${field}_${index}`] = await context.nodeHelpers.copyBinaryFile(
				file.filepath,
				file.originalFilename ?? field,
				file.mimetype ?? 'application/octet-stream',
			);
		}
	}
	if (isRawWanted && bytes && bytes.length > 0) {
		binary.rawBody = await context.helpers.prepareBinaryData(
			// As Latin-1, every byte stays as it is.
			Buffer.from(mask(bytes.toString('latin1')), 'latin1'),
			undefined,
			contentType ?? 'application/octet-stream',
		);
	}
	return binary;
};
