import { z } from 'zod';
import type { Credential } from '../n8n/credentials';
import { sendTo } from '../n8n/pages/forms';
import type { Stage } from './trial';

/* Deals as a CRM posts them. */

const header = { name: 'X-CRM-Secret', value: 'demo-secret-of-the-crm' };

/** How the CRM of the demo authenticates. */
export const crm: Credential = { name: 'CRM', type: 'httpHeaderAuth', data: header };

const answer = z.object({ task_id: z.number().nullable(), state: z.string() });

/** A deal that no earlier run of the demo used. */
export const newDeal = () => ({
	deal_id: `DEMO-${Date.now()}`,
	counterparty: 'Nordwind Logistik GmbH',
});

/** Posts a deal to the webhook of a recipe. */
export const postDeal = async (
	{ n8n }: Stage,
	webhookPath: string,
	deal: object,
): Promise<z.infer<typeof answer>> => {
	const response = await sendTo(`${n8n.url}/webhook/${webhookPath}`, () => ({
		method: 'POST',
		headers: { 'Content-Type': 'application/json', [header.name]: header.value },
		body: JSON.stringify(deal),
	}));
	return answer.parse(await response.json());
};
