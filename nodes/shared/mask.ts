import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** What stands where a secret stood. */
const masked = '[secret removed]';

/** A shorter text may stand anywhere by chance. */
const shortestSecret = 8;

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

/** The texts of a credential that nobody may read elsewhere: all but its addresses and choices. */
const secretsIn = (value: unknown, name = ''): string[] => {
	if (isContainer(value)) {
		return Object.entries(value).flatMap(([inner, content]) => secretsIn(content, inner));
	}
	const isSecret = typeof value === 'string' && /key|secret|token$|code$/i.test(name);
	return isSecret && value.length >= shortestSecret ? [value, encodeURIComponent(value)] : [];
};

/** Takes the secrets of a credential out of a value: its texts, and the names of its fields. */
export type Mask = <Value>(value: Value) => Value;

/** The mask of a credential, for what a service says: it may repeat what it was sent. */
export const maskOf = (credential: ICredentialDataDecryptedObject): Mask => {
	const secrets = [...new Set(secretsIn(credential))].sort(
		(one, other) => other.length - one.length,
	);
	const withoutSecrets = (text: string): string =>
		secrets.reduce((clean, secret) => clean.replaceAll(secret, masked), text);
	const mask = (value: unknown): unknown => {
		if (typeof value === 'string') return withoutSecrets(value);
		if (Array.isArray(value)) return value.map(mask);
		if (!isContainer(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [withoutSecrets(name), mask(inner)]),
		);
	};
	return <Value>(value: Value) => (secrets.length === 0 ? value : (mask(value) as Value));
};
