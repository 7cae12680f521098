import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** Replaces a secret. */
const masked = '[secret removed]';

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

/** The secret texts of a credential: all except its URLs and options. */
const secretsIn = (value: unknown, name = ''): string[] => {
	if (isContainer(value)) {
		return Object.entries(value).flatMap(([inner, content]) => secretsIn(content, inner));
	}
	const isSecret = typeof value === 'string' && /key|secret|token$|code$/i.test(name);
	if (!isSecret || value === '') return [];
	// Half of a surrogate pair has no percent encoding.
	return /\p{Cs}/u.test(value) ? [value] : [value, encodeURIComponent(value)];
};

/** Removes the secrets of a credential from a value: from texts, numbers and names of fields. */
export type Mask = <Value>(value: Value) => Value;

/** The mask of a credential, for texts of a sender: they may repeat what it received. */
export const maskOf = (credential: ICredentialDataDecryptedObject): Mask => {
	// The longest first: one secret may be a part of another.
	const secrets = secretsIn(credential).sort((one, other) => other.length - one.length);
	// A secret of digits can be a number in JSON.
	const numbers = new Set<unknown>(secrets.map(Number));
	const withoutSecrets = (text: string): string =>
		secrets.reduce((rest, secret) => rest.replaceAll(secret, masked), text);
	const mask = (value: unknown): unknown => {
		if (typeof value === 'string') return withoutSecrets(value);
		if (Array.isArray(value)) return value.map(mask);
		if (!isContainer(value)) return numbers.has(value) ? masked : value;
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [withoutSecrets(name), mask(inner)]),
		);
	};
	return mask as Mask;
};
