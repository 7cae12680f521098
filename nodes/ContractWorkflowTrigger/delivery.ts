import type { IBinaryKeyData, IWebhookFunctions } from 'n8n-workflow';
import { maskOf } from '../shared/client/mask';
import { jsonOrText } from '../shared/client/readResponse';
import { holdsTooMany, isOfTooMany } from './values';

/** A delivery as received. Nothing is assumed about its body. */
export interface Delivery {
	/** Parsed JSON or form, or text; null if there is none, or it is not text. */
	readonly body: unknown;
	/** Names in lower case. */
	readonly headers: Record<string, unknown>;
	readonly query: Record<string, unknown>;
	/** ISO 8601, by n8n's clock. */
	readonly receivedAt: string;
}

/** What n8n makes of a request before a node sees it. */
interface ReadRequest {
	readonly body?: unknown;
	readonly rawBody?: Buffer;
	readonly contentType?: string;
	/** Sets `rawBody`, unless it is set already. */
	readonly readRawBody?: () => Promise<void>;
}

interface UploadedFile {
	readonly filepath: string;
	readonly originalFilename?: string | null;
	readonly mimetype?: string | null;
}

interface Multipart {
	readonly data: unknown;
	readonly files: Readonly<Record<string, UploadedFile | readonly UploadedFile[]>>;
}

const isMultipart = (request: ReadRequest): request is ReadRequest & { readonly body: Multipart } =>
	request.contentType === 'multipart/form-data';

/** Whether a body is read as JSON. One without a content type may be JSON. */
const isJson = ({ contentType }: ReadRequest): boolean =>
	contentType === undefined || contentType.includes('json');

/** The body of a content type that n8n does not parse, such as `application/cloudevents+json`. */
const decoded = (request: ReadRequest, bytes: Buffer): unknown => {
	const text = bytes.toString('utf8');
	// Bytes that are not valid UTF-8 would be changed as text.
	if (!Buffer.from(text, 'utf8').equals(bytes)) return null;
	return isJson(request) ? jsonOrText(text) : text;
};

/** The body of a request (any JSON, form or text). n8n itself responds 422 to broken JSON. */
export const bodyOf = (request: ReadRequest): unknown => {
	if (isMultipart(request)) return request.body.data;
	const { body, rawBody } = request;
	if (!rawBody || rawBody.length === 0) return null;
	return body === undefined ? decoded(request, rawBody) : body;
};

/** The bytes of the body, with the secret masked in place if they contain it. */
const maskedBytes = (bytes: Buffer, secret: string | undefined): Buffer => {
	if (secret === undefined || !bytes.includes(secret)) return bytes;
	const masked = Buffer.from(bytes);
	const { length } = secret;
	for (let at = masked.indexOf(secret); at >= 0; at = masked.indexOf(secret, at + length)) {
		masked.fill('*', at, at + length);
	}
	return masked;
};

/**
 * Reads the bytes of the body: n8n has not read those of a multipart type other than a form. False
 * if there are more than n8n accepts, or the request breaks off.
 */
export const readBytes = async (context: IWebhookFunctions): Promise<boolean> => {
	const request = context.getRequestObject() as ReadRequest;
	if (isMultipart(request)) return true;
	try {
		await request.readRawBody?.();
		return true;
	} catch {
		// In any case, the response says that the body was not accepted.
		return false;
	}
};

/**
 * The delivery of a request, with the secret removed everywhere; undefined if its body has more
 * values than a delivery may.
 */
export const readDelivery = (
	context: IWebhookFunctions,
	secret: string | undefined,
): Delivery | undefined => {
	const request = context.getRequestObject() as ReadRequest;
	const { rawBody } = request;
	const bytes = rawBody && isJson(request) ? rawBody : undefined;
	if (bytes && isOfTooMany(bytes)) return undefined;
	const body = bodyOf(request);
	if (!bytes && holdsTooMany(body)) return undefined;
	const delivery = {
		body,
		headers: { ...context.getHeaderData() } as Record<string, unknown>,
		query: { ...(context.getQueryData() as Record<string, unknown>) },
		receivedAt: new Date().toISOString(),
	};
	return secret === undefined ? delivery : maskOf({ secret })(delivery);
};

/**
 * The files of a multipart form, by the names of their fields. Also the bytes of the body as
 * `rawBody`, if they are wanted or are not text.
 */
export const binaryOf = async (
	context: IWebhookFunctions,
	{ body }: Delivery,
	{ rawBody: isWanted, secret }: { readonly rawBody: boolean; readonly secret?: string },
): Promise<IBinaryKeyData | undefined> => {
	const request = context.getRequestObject() as ReadRequest;
	const binary: IBinaryKeyData = {};
	if (isMultipart(request)) {
		for (const [field, files] of Object.entries(request.body.files)) {
			for (const [index, file] of [files].flat().entries()) {
				binary[index === 0 ? field : `${field}_${index}`] =
					await context.nodeHelpers.copyBinaryFile(
						file.filepath,
						file.originalFilename ?? field,
						file.mimetype ?? 'application/octet-stream',
					);
			}
		}
	}
	const bytes = request.rawBody;
	if (bytes && bytes.length > 0 && (isWanted || body === null)) {
		binary.rawBody = await context.helpers.prepareBinaryData(
			maskedBytes(bytes, secret),
			undefined,
			request.contentType ?? 'application/octet-stream',
		);
	}
	return Object.keys(binary).length > 0 ? binary : undefined;
};
