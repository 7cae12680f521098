import { timingSafeEqual } from 'node:crypto';
import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	IDataObject,
	IHookFunctions,
	INodeCredentialTestResult,
	IWebhookFunctions,
} from 'n8n-workflow';
import { parameterReader } from '../shared/fields/parameters';
import { sha256Of } from '../shared/rows/digest';
import { Explained } from '../shared/words/explained';
import { authentication, options } from './description';

/** The data of the credential Contract Workflow Webhook API. */
export interface WebhookSecret {
	readonly secret: string;
	readonly sentIn: 'header' | 'query';
	readonly headerName: string;
	readonly queryName: string;
}

/** The credential, as n8n has stored it now. */
export const readSecret = async (
	context: IHookFunctions | IWebhookFunctions,
): Promise<WebhookSecret> =>
	await context.getCredentials<WebhookSecret & IDataObject>('contractWorkflowWebhookApi');

const shortestSecret = 16;

/** Headers that the connection itself needs, or that a proxy may set. */
const takenHeaders = new Set([
	'connection',
	'content-encoding',
	'content-length',
	'content-type',
	'cookie',
	'host',
	'transfer-encoding',
	'user-agent',
]);

/** What is wrong with a credential, in sentences; undefined if it can be used. */
export const secretFault = (credential: Partial<WebhookSecret>): string | undefined => {
	const { secret = '', sentIn, headerName = '', queryName = '' } = credential;
	if (secret.length < shortestSecret) {
		return `The secret in the credential is too short. Use at least ${shortestSecret} characters.`;
	}
	if (sentIn === 'header') {
		if (!/^[\x21-\x7e]+$/.test(secret)) {
			return 'A header cannot contain this secret. Use letters, digits and symbols, no spaces.';
		}
		if (!/^[\w!#$%&'*+.^`|~-]+$/.test(headerName)) {
			return 'The header name in the credential is invalid. Use letters, digits and hyphens.';
		}
		return takenHeaders.has(headerName.toLowerCase())
			? 'This header is reserved. Use a different name, such as X-Webhook-Secret.'
			: undefined;
	}
	if (sentIn !== 'query') return 'Choose where the secret is sent.';
	if (!/^[\w.~-]+$/.test(secret)) {
		return 'A URL cannot contain this secret. Use letters, digits, hyphens and underscores.';
	}
	return /^[\w.~-]+$/.test(queryName)
		? undefined
		: 'The query parameter name in the credential is invalid. Use letters and digits.';
};

const digest = (text: string) => Buffer.from(sha256Of(text));

/**
 * Why a request is refused, in a text without the secret; undefined if it carries the secret.
 * Compared in constant time. The location of the secret need not be secret: the secret is too long
 * to guess.
 */
export const deliveryRefusal = (
	credential: WebhookSecret,
	request: Pick<IWebhookFunctions, 'getHeaderData' | 'getQueryData'>,
): string | undefined => {
	const fault = secretFault(credential);
	if (fault !== undefined) return fault;
	const { sentIn, headerName, queryName } = credential;
	const isInHeader = sentIn === 'header';
	const value = isInHeader
		? request.getHeaderData()[headerName.toLowerCase()]
		: (request.getQueryData() as IDataObject)[queryName];
	if (value === undefined || value === '') {
		const place = isInHeader ? `header "${headerName}"` : `query parameter "${queryName}"`;
		return `The secret is missing. Send it in the ${place}.`;
	}
	const given = typeof value === 'string' ? value : '';
	return timingSafeEqual(digest(given), digest(credential.secret))
		? undefined
		: 'The secret is wrong.';
};

/** Every delivery would be refused. */
class UnusableSecret extends Explained {
	override readonly name = 'UnusableSecret';

	constructor(fault: string) {
		super(fault, 'Change the credential, then enter the new secret in the service as well.');
	}
}

/**
 * Checks the settings when the workflow is published or a test starts. Not when n8n starts: a
 * published workflow stays published, and each delivery reports the error.
 * @throws {Explained} when the secret is wrong, or n8n would drop part of the workflow's settings.
 */
export const checkSettings = async (context: IHookFunctions): Promise<void> => {
	if (['init', 'leadershipChange'].includes(context.getActivationMode())) return;
	const settings = parameterReader(context)(authentication, options);
	if (settings.authentication === 'none') return;
	const fault = secretFault(await readSecret(context));
	if (fault !== undefined) throw new UnusableSecret(fault);
};

/** Checks the secret and where it is sent, without a request. */
export const testWebhookSecret = async function (
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const fault = secretFault(credential.data ?? {});
	return await Promise.resolve(
		fault === undefined
			? { status: 'OK', message: 'The secret is valid. Enter it in the service as well.' }
			: { status: 'Error', message: fault },
	);
};
