import { createHmac, timingSafeEqual } from 'node:crypto';
import { isoTime } from '../clock';
import type { Service } from '../service';

/** A presigned URL and its expiry (ISO 8601). */
export interface Presigned {
	readonly download_url: string;
	readonly expires_at: string;
}

const sign = (secret: string, fileId: string, expires: string): string =>
	createHmac('sha256', secret).update(`${fileId}\n${expires}`).digest('base64url');

const signingSecret = ({ store }: Service): string =>
	String(store.sql.get`SELECT value FROM meta WHERE name = 'signing_secret'`?.value);

const lifetimeMs = 300_000;

/** Path of the downloads. */
export const downloadPath = '/download';

/** A URL to fetch the file without a credential until it expires. */
export const presign = (service: Service, fileId: string): Presigned => {
	const end = service.clock.now() + lifetimeMs;
	const expires = String(end);
	const signed = sign(signingSecret(service), fileId, expires);
	const query = new URLSearchParams({ expires, signature: signed });
	return {
		download_url: `${service.downloadUrl}/${encodeURIComponent(fileId)}?${query.toString()}`,
		expires_at: isoTime(end),
	};
};

/** What is wrong with a presigned URL; undefined if it is valid. */
export const addressProblem = (
	service: Service,
	fileId: string,
	query: { readonly expires?: unknown; readonly signature?: unknown },
): string | undefined => {
	const given = Buffer.from(String(query.signature));
	const expected = Buffer.from(sign(signingSecret(service), fileId, String(query.expires)));
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
		return 'The signature of the address does not match';
	}
	const isOver = service.clock.now() >= Number(query.expires);
	return isOver ? 'The address has expired' : undefined;
};
