import { HookContext, WebhookContext } from 'n8n-core';
import type {
	INodeExecutionData,
	INodeParameters,
	IWebhookData,
	WorkflowActivateMode,
} from 'n8n-workflow';
import type { Credentials } from './n8nHost';
import { inWorkflow, nodeWith } from './n8nHost';

/** The packed trigger in a workflow, whose secret is in a header. */
const prepare = async (parameters: INodeParameters, secret: string, more: Credentials = {}) => {
	const credential = { secret, sentIn: 'header', headerName: 'X-Secret', queryName: 'token' };
	const credentials: Credentials = { contractWorkflowWebhookApi: credential, ...more };
	const given = { authentication: 'contractWorkflowWebhookApi', ...parameters };
	return await inWorkflow(nodeWith(given, credentials, 'contractWorkflowTrigger'), credentials);
};

const webhook = { webhookDescription: { name: 'default' } } as IWebhookData;

/** Asks the packed trigger whether n8n may listen, as n8n does before it listens or publishes. */
export const askToListen = async (
	activation: WorkflowActivateMode,
	secret: string,
	parameters: INodeParameters = {},
): Promise<boolean | undefined> => {
	const { type, workflow, node, additionalData } = await prepare(parameters, secret);
	const mode = activation === 'manual' ? 'manual' : 'trigger';
	const context = new HookContext(workflow, node, additionalData, mode, activation, webhook);
	return await type.webhookMethods?.default?.checkExists?.call(context);
};

/**
 * Hands a JSON body to the packed trigger through n8n's own context for it, as n8n has read it.
 * Gives the item that starts the workflow; undefined where nothing starts.
 */
export const deliver = async (
	text: string,
	parameters: INodeParameters = {},
	secret = 'a-shared-secret-of-24-signs',
	credentials: Credentials = {},
): Promise<INodeExecutionData | undefined> => {
	const { type, workflow, node, additionalData } = await prepare(parameters, secret, credentials);
	const httpRequest = {
		headers: { 'x-secret': secret, 'content-type': 'application/json' },
		query: {},
		contentType: 'application/json',
		rawBody: Buffer.from(text),
		body: JSON.parse(text) as unknown,
	};
	const data = { ...additionalData, httpRequest };
	const context = new WebhookContext(workflow, node, data, 'webhook', webhook, [], null);
	const answer = await type.webhook?.call(context);
	return answer?.workflowData?.[0]?.[0];
};
