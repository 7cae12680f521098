import type { IExecuteFunctions } from 'n8n-workflow';
import type { Endpoint } from '../../../src';
import { WrongField } from '../../shared/explained';
import { readItemParameters } from '../../shared/parameters';
import { property } from '../../shared/property';
import type { CredentialType } from '../../shared/transport';
import type { Operation, Resource } from '../operation';

/** Which credential the node uses: the parameter holds the type itself. */
export const authentication = property({
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	default: 'contractWorkflowApi',
	options: [
		{
			name: 'API Key',
			value: 'contractWorkflowApi',
			description: 'Everything in the organization',
		},
		{
			name: 'Access Token',
			value: 'contractWorkflowAccessTokenApi',
			description: 'A token that you paste; the service accepts it for the organization only',
		},
		{
			name: 'OAuth2',
			value: 'contractWorkflowOAuth2Api',
			description: 'A token that n8n obtains; the service accepts it for the organization only',
		},
	],
});

const picked = (displayName: string, name: string) =>
	property({ displayName, name, type: 'string', default: '', required: true });

/** What the builder chose for all items. */
export interface Choice {
	readonly credentialType: CredentialType;
	readonly operation: Operation;
	/** The operation's, for this kind of credential. */
	readonly endpoint: Endpoint;
}

/**
 * Reads which operation is to run, and with which credential.
 * @throws {WrongField} when there is no such operation, or it does not accept the credential.
 */
export const choose = (context: IExecuteFunctions, resources: readonly Resource[]): Choice => {
	const parameters = readItemParameters(
		context,
		[authentication, picked('Resource', 'resource'), picked('Operation', 'operation')],
		0,
	);
	const credentialType = parameters.authentication as CredentialType;
	const operation = resources
		.find(({ value }) => value === parameters.resource)
		?.operations.find(({ value }) => value === parameters.operation);
	if (!operation) {
		const given = `${String(parameters.resource)} ${String(parameters.operation)}`;
		throw new WrongField('Operation', `is not known: ${given}`);
	}
	const isApiKey = credentialType === 'contractWorkflowApi';
	const endpoint = isApiKey ? operation.endpoint : operation.accessTokenEndpoint;
	if (!endpoint) throw new WrongField('Authentication', `must be API Key for "${operation.name}"`);
	return { credentialType, operation, endpoint };
};
