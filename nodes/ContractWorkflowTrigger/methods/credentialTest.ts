import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { secretFault } from '../secret';

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
