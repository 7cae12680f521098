import { randomUUID } from 'node:crypto';
import type { AxiosResponse } from 'axios';
import axios from 'axios';
import type { IDataObject, INode } from 'n8n-workflow';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf } from '../../tools/scripts/n8n/executions';
import { executionsOf } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { nodeOf, packageType, publishTrigger } from './published';

/* Published workflows that begin with the Contract Workflow Trigger, and deliveries to them. */

export const secret = 'Test-Secret_4711.x~';

export const secretData = (value = secret) => ({
	secret: value,
	sentIn: 'query',
	queryName: 'token',
	headerName: 'X-Webhook-Secret',
});

/** A stored secret that deliveries carry in their address. */
export const storeSecret = async (n8n: N8n): Promise<StoredCredential> =>
	await upsertCredential(n8n, {
		name: 'Secret of deliveries',
		type: 'contractWorkflowWebhookApi',
		data: secretData(),
	});

export interface Published {
	readonly id: string;
	/** The production URL, without the secret. */
	readonly url: string;
}

const triggerNode = (
	parameters: INode['parameters'],
	credentials: readonly StoredCredential[],
): INode => ({
	...nodeOf('Trigger', packageType('contractWorkflowTrigger'), parameters, credentials),
	webhookId: randomUUID(),
});

/** Publishes a workflow that begins with the trigger. */
export const startTrigger = async (
	n8n: N8n,
	parameters: INode['parameters'],
	credentials: readonly StoredCredential[],
	...then: INode[]
): Promise<Published> => {
	const trigger = triggerNode(parameters, credentials);
	const id = await publishTrigger(n8n, trigger, ...then);
	return { id, url: `${n8n.url}/webhook/${trigger.webhookId}/webhook` };
};

/** The address with the secret. */
export const signed = ({ url }: Pick<Published, 'url'>): string => `${url}?token=${secret}`;

/** One request to a webhook; every status is an answer. */
export const deliver = async (
	url: string,
	body: unknown,
	headers: Record<string, string> = { 'content-type': 'application/json' },
	method = 'POST',
): Promise<AxiosResponse> =>
	await axios.request({
		method,
		url,
		data: body,
		headers,
		proxy: false,
		maxBodyLength: Infinity,
		validateStatus: () => true,
		transformRequest: (data: unknown) =>
			typeof data === 'string' || data instanceof Buffer ? data : JSON.stringify(data),
	});

/** What the trigger gave in each run, oldest first, once there are as many as are expected. */
export const outputsOf = async (
	n8n: N8n,
	{ id }: Pick<Published, 'id'>,
	expected = 1,
): Promise<IDataObject[]> =>
	(await executionsOf(n8n, id, expected)).flatMap((execution) => jsonOf(execution, 'Trigger'));
