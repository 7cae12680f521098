import axios from 'axios';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { nodeOf, packageType } from './published';
import { stackAddresses } from './stack';

/** A service, and a key for it. */
interface Service {
	readonly baseUrl: string;
	readonly apiKey: string;
}

const ofStack: Service = stackAddresses();

/** The polling trigger, each minute. */
export const pollingTrigger = (
	parameters: INode['parameters'],
	credential: StoredCredential,
): INode =>
	nodeOf(
		'Trigger',
		packageType('contractWorkflowPollingTrigger'),
		{ pollTimes: { item: [{ mode: 'everyMinute' }] }, ...parameters },
		[credential],
	);

/** Makes a task that waits for approval, and gives its ID. */
export const initiate = async (
	{ baseUrl, apiKey }: Service = ofStack,
	counterparty = 'Aldgate Logistics Ltd',
): Promise<number> => {
	const { data } = await axios.post<{ task_id: number }>(
		`${baseUrl}/workflows/wf_mutual_nda/1/initiate`,
		{ variables: [{ variable_id: 'counterparty', type: 'text', value: counterparty }] },
		{ headers: { 'X-API-Key': apiKey }, proxy: false },
	);
	return data.task_id;
};

const stored = z.object({
	staticData: z.record(
		z.object({
			poll: z.object({
				watch: z.string(),
				position: z.object({ isFirst: z.boolean().optional() }),
				seen: z.array(z.tuple([z.number(), z.number(), z.string()])),
			}),
		}),
	),
});

/** What n8n keeps of where the trigger of a workflow stands. */
export const pollOf = async (n8n: N8n, id: string) =>
	(await n8n.request('GET', `/workflows/${id}`, stored)).staticData['node:Trigger']?.poll;
