import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { isRecord } from '../../../src';
import { trimmed } from '../fields/propertyValue';

const masked = '[secret removed]';

/** Removes the secrets of a credential from a value: from texts, numbers and names of fields. */
export type Mask = <Value>(value: Value) => Value;

/** The secret texts of a credential: all except its URLs and options. */
const secretsIn = (value: unknown, name = ''): string[] => {
	if (isRecord(value)) return Object.entries(value).flatMap(([key, held]) => secretsIn(held, key));
	if (typeof value !== 'string' || !/key|secret|token$|code$/i.test(name)) return [];
	const sent = trimmed(value);
	// Half of a surrogate pair has no percent encoding.
	return /\p{Cs}/u.test(sent) ? [sent] : [sent, encodeURIComponent(sent)];
};

/** The mask of a credential, for texts of a sender: they may repeat what it received. */
export const maskOf = (credential: ICredentialDataDecryptedObject): Mask => {
	const secrets = secretsIn(credential).filter((secret) => secret !== '');
	// The longest first: one secret may be a part of another.
	secrets.sort((one, other) => other.length - one.length);
	// A secret of digits can be a number in JSON.
	const numbers = new Set<unknown>(secrets.map(Number));
	const shortest = Math.min(...secrets.map(({ length }) => length));
	// An answer can have millions of short texts.
	const inText = (text: string): string =>
		text.length < shortest
			? text
			: secrets.reduce((rest, secret) => rest.replaceAll(secret, masked), text);
	const mask = (value: unknown): unknown => {
		if (typeof value === 'string') return inText(value);
		if (Array.isArray(value)) return value.map(mask);
		if (!isRecord(value)) return numbers.has(value) ? masked : value;
		return Object.fromEntries(
			Object.entries(value).map(([key, held]) => [inText(key), mask(held)]),
		);
	};
	return mask as Mask;
};
