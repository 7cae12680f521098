import type { IExecuteFunctions } from 'n8n-workflow';
import type { Endpoint } from '../../../../src';
import { getOrgInfo, getOrgInfoWithAccessToken } from '../../../../src';
import type { CredentialType } from '../../../shared/client/credential';
import { property } from '../../../shared/fields/property';
import { WrongField } from '../../../shared/words/explained';
import type { Resource } from '../../operation';

/**
 * Which credential the node uses: the value of the parameter is the credential type. The name is
 * not `authentication`, because n8n's editor hides a parameter with that name together with
 * Resource, and sets both itself when a credential is picked.
 */
export const credentialType = property({
	displayName: 'Authentication',
	name: 'credentialType',
	type: 'options',
	noDataExpression: true,
	default: 'contractWorkflowApi',
	options: [
		{
			name: 'API Key',
			value: 'contractWorkflowApi',
			description: 'Works for all operations',
		},
		{
			name: 'OAuth2',
			value: 'contractWorkflowOAuth2Api',
			description: 'Works only for the organization',
		},
	],
});

/** What an access token requests in place of an endpoint. It is valid for no other one. */
export const forAccessToken: ReadonlyMap<Endpoint, Endpoint> = new Map<Endpoint, Endpoint>([
	[getOrgInfo, getOrgInfoWithAccessToken],
]);

/**
 * Reads which operation to run, and with which credential. The endpoint is for that kind of
 * credential.
 * @throws {WrongField} when there is no such operation.
 */
export const choose = (context: IExecuteFunctions, resources: readonly Resource[]) => {
	const chosen = (name: string): unknown => context.getNodeParameter(name, 0, '');
	const [one, other] = [chosen('resource'), chosen('operation')];
	const resource = resources.find(({ value }) => value === one);
	const operation = resource?.operations.find(({ value }) => value === other);
	if (!resource || !operation) {
		throw new WrongField('Operation', `does not exist: ${String(one)} ${String(other)}`);
	}
	const byToken = forAccessToken.get(operation.endpoint);
	const usesToken = byToken && chosen(credentialType.name) === 'contractWorkflowOAuth2Api';
	const type: CredentialType = usesToken ? 'contractWorkflowOAuth2Api' : 'contractWorkflowApi';
	return {
		credentialType: type,
		resource: resource.value,
		operation,
		endpoint: usesToken ? byToken : operation.endpoint,
	};
};
