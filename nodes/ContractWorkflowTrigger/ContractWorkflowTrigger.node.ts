import type {
	IDataObject,
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { maskOf } from '../shared/client/mask';
import { parameterReader } from '../shared/fields/parameters';
import { described, keepingRaw } from '../shared/fields/property';
import { isBlank } from '../shared/fields/propertyValue';
import { isOwnComment } from '../shared/loopGuard';
import { toNodeError } from '../shared/words/nodeError';
import { filesOfDelivery, readDelivery } from './delivery';
import { options, properties } from './description';
import { checkSecret, deliveryRefusal, readSecret, testWebhookSecret } from './secret';
import { deliveredAt, taskOfDelivery } from './task';

/** The used part of n8n's response object, whose own types are not in its package. */
interface Answer {
	status(code: number): { json(body: object): unknown };
}

/**
 * Handles a request. Without the secret, it is refused. If n8n posted the comment, it is
 * acknowledged and ignored. Otherwise it starts the workflow with one item.
 */
const receive = async (context: IWebhookFunctions): Promise<IWebhookResponseData> => {
	const credential = await readSecret(context);
	const refusal = credential && deliveryRefusal(credential, context);
	if (refusal !== undefined) {
		(context.getResponseObject() as Answer).status(401).json({ message: refusal });
		return { noWebhookResponse: true };
	}
	const mask = maskOf({ secret: credential?.secret ?? '' });
	const delivery = readDelivery(context, mask);
	const {
		commentPath = '',
		ignoreOwnComments = true,
		rawBody = false,
	} = parameterReader(context)(options).options;
	const comment = deliveredAt(delivery, commentPath);
	// A wrong path must not end the guard against loops.
	const isText = typeof comment === 'string' && !isBlank(comment);
	if (ignoreOwnComments && isOwnComment(isText ? comment : delivery.body)) {
		const { id: workflowId } = context.getWorkflow();
		context.logger.info('Ignored a delivery: n8n posted its comment', { workflowId });
		return { webhookResponse: { message: 'Ignored: n8n posted this comment.' } };
	}
	const json = { ...delivery, ...(await taskOfDelivery(context, delivery)) } as IDataObject;
	const binary = await filesOfDelivery(context, mask, rawBody);
	return { workflowData: [[{ json, ...(Object.keys(binary).length > 0 && { binary }) }]] };
};

export class ContractWorkflowTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contract Workflow Trigger',
		name: 'contractWorkflowTrigger',
		icon: {
			light: 'file:../../icons/contractWorkflow.svg',
			dark: 'file:../../icons/contractWorkflow.dark.svg',
		},
		group: ['trigger'],
		version: [1],
		subtitle: 'Comment Posted',
		// n8n shows this for the whole package: it lists this node and Contract Workflow as one.
		description:
			'Launch contract workflows, approve or reject tasks, comment, search documents, or start when a comment is posted',
		eventTriggerDescription: 'Waiting for the Contract Workflow Service to call the test URL',
		activationMessage:
			'Now enter the production URL in the Contract Workflow Service, with the secret: …?token=SECRET, or the header X-Webhook-Secret. The names are in the credential.',
		triggerPanel: {
			header: 'Listen for a comment',
			executionsHelp: {
				inactive:
					'<b>While you build</b>, enter the <b>test URL</b> in the Contract Workflow Service, press <b>Execute step</b>, and comment on a task. n8n listens for one comment, for two minutes. <br /> <br /> <b>After publishing</b>, enter the <b>production URL</b> instead. <br /> <br /> If the secret is in the URL, add ?token=SECRET to it.',
				active:
					'<b>The production URL is live.</b> Runs appear in the <a data-key="executions">executions list</a>, not here. <br /> <br /> <b>To see a comment here</b>, press <b>Execute step</b> and let the service call the <b>test URL</b>. <br /> <br /> If the secret is in the URL, add ?token=SECRET to it.',
			},
			activationHint:
				'After publishing, enter the production URL in the Contract Workflow Service.',
		},
		builderHint: {
			searchHint:
				'Starts when a comment is posted on a task. A person must enter the webhook URL in the service. The fields of a delivery are not documented. To get the fields of the task, turn on Load Task.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-contract-workflow.contractWorkflowPollingTrigger',
					relationHint: 'Starts on tasks and documents',
				},
			],
		},
		defaults: { name: 'Contract Workflow Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		sensitiveOutputFields: ['headers.authorization', 'headers.cookie'],
		credentials: [
			{
				name: 'contractWorkflowWebhookApi',
				required: true,
				testedBy: 'testWebhookSecret',
				displayOptions: { show: { authentication: ['contractWorkflowWebhookApi'] } },
			},
			{
				name: 'contractWorkflowApi',
				required: true,
				displayOptions: { show: { loadTask: [true] } },
			},
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Without this, n8n responds with its own text.
				responseData: '',
				path: 'webhook',
			},
		],
		properties: keepingRaw(described(properties)),
	};

	methods = { credentialTest: { testWebhookSecret } };

	/**
	 * The API text does not show how a URL is subscribed (section 6): a person enters it in the
	 * service. But n8n calls `checkExists` before it listens, and shows an error to the person who
	 * publishes or tests.
	 */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				try {
					await checkSecret(this);
				} catch (error) {
					throw toNodeError(error, { node: this.getNode() });
				}
				return true;
			},
			create: async () => await Promise.resolve(true),
			delete: async () => await Promise.resolve(true),
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		try {
			return await receive(this);
		} catch (error) {
			throw toNodeError(error, { node: this.getNode() });
		}
	}
}
