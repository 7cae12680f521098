import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { addresses as n8nAddresses, addressesVariable } from '../n8n/stack';

const addresses = n8nAddresses.extend({
	/** Of the process that takes webhooks, besides the main one. */
	webhookUrl: z.string(),
	/** The file that holds the process ids of the workers. */
	workerPids: z.string(),
	database: z.object({
		host: z.string(),
		port: z.number(),
		database: z.string(),
		user: z.string(),
		password: z.string(),
	}),
});

export type QueueAddresses = z.infer<typeof addresses>;

/** Where the processes of n8n are, and what they share. */
export const queueAddresses = (): QueueAddresses =>
	addresses.parse(JSON.parse(process.env[addressesVariable] ?? '{}'));

/** The process ids of the workers that run now. */
export const workerPids = async (): Promise<number[]> =>
	z.array(z.number()).parse(JSON.parse(await readFile(queueAddresses().workerPids, 'utf8')));

/** An address of n8n's main process, at its webhook process. */
export const atWebhookProcess = (url: string): string => {
	const { n8nUrl, webhookUrl } = queueAddresses();
	return url.replace(n8nUrl, webhookUrl);
};
