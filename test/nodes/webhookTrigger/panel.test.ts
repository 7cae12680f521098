import { describe, expect, it } from '@jest/globals';
import { ContractWorkflowWebhookApi } from '../../../credentials/ContractWorkflowWebhookApi.credentials';
import { loadNode } from '../../support/n8nHost';

/* What the panel of the webhook trigger shows. */

const descriptionOf = async (name: string) => {
	const type = await loadNode(name);
	if ('nodeVersions' in type) throw new Error(`${name} has versions`);
	return type.description;
};

describe('the panel of the webhook trigger', () => {
	it('shows the secret in the URL and in a header, by the names that a credential begins with', async () => {
		const { activationMessage, properties } = await descriptionOf('contractWorkflowTrigger');
		const notice = properties.find(({ type }) => type === 'notice')?.displayName;
		const names = Object.fromEntries(
			new ContractWorkflowWebhookApi().properties.map(({ name, default: begin }) => [name, begin]),
		);
		for (const text of [notice, activationMessage]) {
			expect(text).toContain(`…?${String(names.queryName)}=SECRET`);
			expect(text).toContain(`the header ${String(names.headerName)}`);
		}
	});
});
