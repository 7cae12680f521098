import { timingSafeEqual } from 'node:crypto';
import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	IDataObject,
	IHookFunctions,
	INodeCredentialTestResult,
	IWebhookFunctions,
} from 'n8n-workflow';
import { sha256Of } from '../shared/digest';
import { parameterReader } from '../shared/fields/parameters';
import { Explained } from '../shared/words/explained';
import { authentication } from './description';

/** The data of the credential Contract Workflow Webhook API. */
export interface WebhookSecret {
	readonly secret: string;
	readonly sentIn: 'header' | 'query';
	readonly headerName: string;
	readonly queryName: string;
}

/** The credential, as n8n has stored it now; undefined if anyone with the URL may call it. */
export const readSecret = async (
	context: IHookFunctions | IWebhookFunctions,
): Promise<WebhookSecret | undefined> =>
	parameterReader(context)(authentication).authentication === 'none'
		? undefined
		: await context.getCredentials<WebhookSecret & IDataObject>('contractWorkflowWebhookApi');

const shortestSecret = 16;

const isInHeader = ({ sentIn }: Partial<WebhookSecret>) => sentIn === 'header';

/** What is wrong with a credential, in sentences; undefined if it can be used. */
export const secretFault = (credential: Partial<WebhookSecret>): string | undefined => {
	const { secret = '', headerName = '', queryName = '' } = credential;
	const [place, name, possible] = isInHeader(credential)
		? ['header', headerName, /^[\x21-\x7e]+$/]
		: ['query parameter', queryName, /^[\w.~-]+$/];
	if (secret.length < shortestSecret) {
		return `The secret in the credential is too short. Use at least ${shortestSecret} characters.`;
	}
	if (!possible.test(secret)) {
		return `A ${place} cannot contain this secret. Use letters, digits, hyphens and underscores.`;
	}
	return /^[\w.-]+$/.test(name)
		? undefined
		: `The ${place} name in the credential is invalid. Use letters, digits and hyphens.`;
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
	const { headerName, queryName } = credential;
	const value = isInHeader(credential)
		? request.getHeaderData()[headerName.toLowerCase()]
		: (request.getQueryData() as IDataObject)[queryName];
	if (value === undefined || value === '') {
		return isInHeader(credential)
			? `The secret is missing. Send it in the header ${headerName}.`
			: `The secret is missing. Add ?${queryName}=SECRET to the URL.`;
	}
	const given = typeof value === 'string' ? value : '';
	return timingSafeEqual(digest(given), digest(credential.secret))
		? undefined
		: 'The secret is wrong.';
};

/**
 * Checks the secret when the workflow is published or a test starts. Not when n8n starts: a
 * published workflow stays published, and each delivery reports the error.
 * @throws {Explained} when every delivery would be refused.
 */
export const checkSecret = async (context: IHookFunctions): Promise<void> => {
	if (['init', 'leadershipChange'].includes(context.getActivationMode())) return;
	const credential = await readSecret(context);
	const fault = credential && secretFault(credential);
	if (fault === undefined) return;
	const advice = 'Change the credential, then enter the new secret in the service as well.';
	throw new Explained(fault, advice);
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
