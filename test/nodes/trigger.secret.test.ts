import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { IWebhookFunctions } from 'n8n-workflow';
import { storedSecret } from '../../nodes/ContractWorkflowTrigger/storedSecret';
import { askToListen } from '../support/webhookTrigger';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

const first = 'The-first-secret_1';
const second = 'The-second-secret_2';

let workflows = 0;

/** What n8n has stored of a trigger, and how often it was read. */
const trigger = (mode = 'webhook') => {
	const stored = { secret: first, readings: 0 };
	const id = `workflow-${workflows++}`;
	const context = {
		getMode: () => mode,
		getWorkflow: () => ({ id }),
		getNode: () => ({ id: 'node', credentials: { contractWorkflowWebhookApi: { id: 'one' } } }),
		getCredentials: async () => {
			stored.readings += 1;
			const { secret } = stored;
			return await Promise.resolve({ secret, sentIn: 'query', queryName: 'token' });
		},
	} as unknown as IWebhookFunctions;
	const ask = async (token?: string) =>
		(await storedSecret(context, { headers: {}, query: { token } })).secret;
	return { stored, ask };
};

it('a secret that deliveries carry is read once in ten seconds', async () => {
	const { stored, ask } = trigger();
	for (let count = 0; count < 50; count++) expect(await ask(first)).toBe(first);
	expect(stored.readings).toBe(1);
	jest.advanceTimersByTime(10_000);
	expect(await ask(first)).toBe(first);
	expect(stored.readings).toBe(2);
});

it('a changed secret is taken at once, and the old one for ten seconds at most', async () => {
	const { stored, ask } = trigger();
	await ask(first);
	stored.secret = second;
	expect(await ask(first)).toBe(first);
	jest.advanceTimersByTime(10_000);
	expect(await ask(first)).toBe(second);
	stored.secret = first;
	expect(await ask(first)).toBe(first);
	expect(await ask(second)).toBe(first);
});

it('a wrong or missing secret is held against what is stored now', async () => {
	const { stored, ask } = trigger();
	await ask(first);
	stored.secret = second;
	expect(await ask('wrong')).toBe(second);
	expect(await ask()).toBe(second);
	expect(await ask(first)).toBe(second);
	expect(stored.readings).toBe(4);
});

it('a test in the panel, and another trigger, read for themselves', async () => {
	const panel = trigger('manual');
	await panel.ask(first);
	panel.stored.secret = second;
	expect(await panel.ask(first)).toBe(second);
	const other = trigger();
	other.stored.secret = second;
	expect(await other.ask(first)).toBe(second);
});

it.each([
	['no credential', { id: 'node' }],
	['a credential of another type', { id: 'node', credentials: { httpBasicAuth: { id: 'one' } } }],
])('a trigger with %s ends with what n8n says of it', async (_name, node) => {
	const context = {
		getMode: () => 'webhook',
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => node,
		getCredentials: async () => await Promise.reject(new Error('Node has no credential')),
	} as unknown as IWebhookFunctions;
	const ended = storedSecret(context, { headers: {}, query: {} });
	await expect(ended).rejects.toThrow('Node has no credential');
});

describe('before n8n listens', () => {
	it.each(['manual', 'activate', 'create', 'update'] as const)(
		'%s: a secret that is too short is refused in words without it',
		async (activation) => {
			await expect(askToListen(activation, 'much-too-short')).rejects.toMatchObject({
				message: 'The secret in the credential is too short. Use at least 16 characters.',
				description: 'Change the credential, then enter the new secret in the service as well.',
			});
			expect(await askToListen(activation, first)).toBe(true);
			const open = { authentication: 'none' };
			expect(await askToListen(activation, 'much-too-short', open)).toBe(true);
		},
	);

	it.each(['init', 'leadershipChange'] as const)(
		'%s: what was published before stays published',
		async (activation) => {
			expect(await askToListen(activation, 'much-too-short')).toBe(true);
		},
	);
});
