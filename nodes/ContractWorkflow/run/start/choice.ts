import type { IExecuteFunctions } from 'n8n-workflow';
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
	displayOptions: { show: { resource: ['organization'] } },
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

/**
 * Reads which operation to run, and with which credential. An access token has an endpoint of its
 * own, and is valid for no other one (section 4).
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
	const usesToken =
		operation.endpoint === getOrgInfo &&
		chosen(credentialType.name) === 'contractWorkflowOAuth2Api';
	const type: CredentialType = usesToken ? 'contractWorkflowOAuth2Api' : 'contractWorkflowApi';
	return {
		credentialType: type,
		resource: resource.value,
		operation,
		endpoint: usesToken ? getOrgInfoWithAccessToken : operation.endpoint,
	};
};
