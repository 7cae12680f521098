import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';
import type { N8n } from './rest';

/** A credential to store in n8n, identified by its type and name. */
export interface Credential {
	readonly name: string;
	readonly type: string;
	readonly data: ICredentialDataDecryptedObject;
}

/** A credential as nodes refer to it. */
export const storedCredential = z.object({ id: z.string(), name: z.string(), type: z.string() });

export type StoredCredential = Readonly<z.infer<typeof storedCredential>>;

/**
 * The secret of deliveries, in the parameter `token` of their URL. Only this machine reaches this
 * n8n.
 */
export const webhookSecret = 'Contract-Workflow-1';

/** The credential of the trigger, which checks the secret of deliveries. */
export const webhookCredential: Credential = {
	name: 'Sandbox (webhook)',
	type: 'contractWorkflowWebhookApi',
	data: {
		secret: webhookSecret,
		sentIn: 'query',
		queryName: 'token',
		headerName: 'X-Webhook-Secret',
	},
};

/** How the CRM of the recipes authenticates. */
export const crm = {
	name: 'CRM',
	type: 'httpHeaderAuth',
	data: { name: 'X-CRM-Secret', value: 'demo-secret-of-the-crm' },
} satisfies Credential;

const testResult = z.object({ status: z.enum(['OK', 'Error']), message: z.string() });

/** Creates the credential, or updates the data of the one with this type and name. */
export const upsertCredential = async (
	n8n: N8n,
	credential: Credential,
): Promise<StoredCredential> => {
	const all = await n8n.request('GET', '/credentials', z.array(storedCredential));
	const found = all.find(({ type, name }) => type === credential.type && name === credential.name);
	return found
		? await n8n.request('PATCH', `/credentials/${found.id}`, storedCredential, credential)
		: await n8n.request('POST', '/credentials', storedCredential, credential);
};

/** Runs the credential's own test, as the editor does after saving it. */
export const testCredential = async (
	n8n: N8n,
	credential: StoredCredential & Credential,
): Promise<z.infer<typeof testResult>> =>
	await n8n.request('POST', '/credentials/test', testResult, { credentials: credential });
