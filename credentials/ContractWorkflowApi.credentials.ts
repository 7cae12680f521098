import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';
import { baseUrl } from './baseUrlField';
import { checkTestedAddress, credentialTest } from './credentialTest';
import { usesExpressions } from './usesExpressionsField';

/** An API key of the organization, sent as `X-API-Key` (section 5 of the API text). */
export class ContractWorkflowApi implements ICredentialType {
	name = 'contractWorkflowApi';

	displayName = 'Contract Workflow API';

	documentationUrl =
		'https://git.n8n-nodes-contract-workflow.example/n8n-nodes-contract-workflow/blob/HEAD/docs/credentials.md#api-key';

	icon = {
		light: 'file:../icons/contractWorkflow.svg',
		dark: 'file:../icons/contractWorkflow.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		baseUrl,
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Created in the web application, which shows it only once. It gives access to everything in the organization.',
		},
		{
			displayName: 'Allow',
			name: 'allow',
			type: 'options',
			default: 'everything',
			options: [
				{
					name: 'Everything',
					value: 'everything',
					description: 'All that the nodes can do',
				},
				{
					name: 'Reading Only',
					value: 'reading',
					description:
						'The nodes refuse each operation that changes something, before anything is sent',
				},
			],
			description:
				'What the Contract Workflow nodes may do with this credential. It does not narrow the key itself, nor what HTTP Request does with it.',
		},
		usesExpressions('baseUrl', 'apiKey'),
	];

	/** A function, because n8n would evaluate an expression anew for each of a thousand requests. */
	authenticate: IAuthenticate = async (credential, request) => {
		checkTestedAddress(request, credential);
		const headers = { ...request.headers, 'X-API-Key': credential.apiKey };
		return await Promise.resolve({ ...request, headers });
	};

	test: ICredentialTestRequest = credentialTest('/users/org-info', {
		401: 'The service did not accept the API key: it is missing, unknown, inactive, revoked or expired. Compare it with the keys in the web application.',
		403: 'The service denied access: the user who created the API key is no active member any more, and the key is revoked for good. Let an active member create a new one.',
	});
}
