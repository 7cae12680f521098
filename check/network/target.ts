import { CheckError } from './failure';

/** Environment variables that hold the credentials: a command line can be read by others. */
export const variables = {
	apiKey: 'CONTRACT_WORKFLOW_API_KEY',
	accessToken: 'CONTRACT_WORKFLOW_ACCESS_TOKEN',
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

const example = 'for example https://api.example.com';

/**
 * The address of a service without the slashes at its end.
 * @throws CheckError when it is none.
 */
export const baseUrlOf = (given: string): string => {
	const url = URL.canParse(given) ? new URL(given) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol)) {
		throw new CheckError(`The base URL must be the web address of the service, ${example}.`);
	}
	if (url.username !== '' || url.password !== '') {
		throw new CheckError('The base URL must not contain a user name or a password.');
	}
	if (/[?#]/.test(given)) throw new CheckError('The base URL must end before any ? or #.');
	return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};

const secretOf = (environment: Environment, name: string): string | null => {
	const secret = (environment[name] ?? '').trim();
	if (secret === '') return null;
	// Its characters are not told: they are those of a secret.
	if (/^[\x21-\x7e]+$/.test(secret)) return secret;
	throw new CheckError(`${name} contains characters that a header cannot contain. Copy it again.`);
};

/**
 * The credentials, from the environment only.
 * @throws CheckError when there is no key.
 */
export const credentialsOf = (
	environment: Environment,
): { apiKey: string; accessToken: string | null } => {
	const apiKey = secretOf(environment, variables.apiKey);
	const accessToken = secretOf(environment, variables.accessToken);
	if (apiKey !== null) return { apiKey, accessToken };
	throw new CheckError(
		`There is no API key: set the environment variable ${variables.apiKey} to one of the service.`,
	);
};

/** Takes secrets out of a text, also where a service repeats them. */
export const maskOf =
	(secrets: ReadonlyArray<string | null>) =>
	(text: string): string =>
		secrets.reduce<string>(
			(masked, secret) => (secret === null ? masked : masked.replaceAll(secret, '(hidden)')),
			text,
		);
