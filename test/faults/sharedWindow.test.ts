import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { NodeRun } from '../support/n8nCore';
import { startNodeRun, withCredential } from '../support/n8nCore';
import { keyCredential } from '../support/stage';
import { useFastTime } from './fastTime';
import { faultServers, json } from './faultServer';
import { numbered, posted, read, runAt, runOf } from './items';

const serve = faultServers();
const time = useFastTime();

describe('a window that is used up holds up what shares it, and nothing else', () => {
	/** A service each of whose answers says that nothing is left for the next 30 seconds. */
	const serveUsedUp = async () =>
		await serve(() => ({
			atBody(response) {
				const now = Math.floor(Date.now() / 1000);
				const headers = {
					date: new Date().toUTCString(),
					'x-ratelimit-limit': '1',
					'x-ratelimit-remaining': '0',
					'x-ratelimit-reset': String(now + 30),
				};
				json(200, { task: { task_id: 1 } }, headers)(response);
			},
		}));

	type Other = Partial<NodeRun> & { readonly apiKey?: string; readonly isMoved?: boolean };
	it.each<[string, Other, boolean]>([
		['another execution', { executionId: '2' }, true],
		['another node', { node: { id: 'other' } }, true],
		['the key of another person in the credential', { apiKey: 'key_2' }, false],
		['another credential with the key', { node: withCredential('other') }, false],
		['another address of the credential', { isMoved: true }, false],
	])('%s', async (_name, { apiKey = 'key_1', isMoved = false, ...more }, isHeld) => {
		const [first, other] = [await serveUsedUp(), await serveUsedUp()];
		await runAt(first.url, read);
		await time.hold();
		const server = isMoved ? other : first;
		const sent = server.requests.length;
		const { contractWorkflowApi } = keyCredential(server.url, 'shared');
		const credentials = { contractWorkflowApi: { ...contractWorkflowApi, resolved: { apiKey } } };
		const run = await startNodeRun(runOf(server.url, read, { credentials, ...more }));
		const waits = pause(isHeld ? 200 : 20_000, 'waits');
		expect(await Promise.race([run.ended.then(() => 'ended'), waits])).toBe(
			isHeld ? 'waits' : 'ended',
		);
		await time.pass(31_000);
		await run.ended;
		expect(server.requests.length).toBe(sent + 1);
	});
});

const hintsIn = (saved: string) => /"hints":\[\{[^\]]*/.exec(saved)?.[0] ?? '';

it('the builder is told of no wait where four items await the first answer after an old window', async () => {
	const server = await serve(() => ({
		atBody(response) {
			const headers = {
				date: new Date().toUTCString(),
				'x-ratelimit-limit': '600',
				'x-ratelimit-remaining': '599',
				'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 2),
			};
			const answer = json(200, { task: { task_id: 1 } }, headers);
			setTimeout(() => answer(response), 100);
		},
	}));
	await runAt(server.url, read);
	await time.pass(5_000);
	const { output, saved } = await runAt(server.url, read, { items: numbered(4) });
	expect(output).toHaveLength(4);
	expect(hintsIn(saved)).not.toMatch(/waited/);
});

it('the builder is told that a run waited', async () => {
	const answers = [
		json(503, { detail: 'Not now' }),
		json(429, { detail: 'Rate limit exceeded' }, { 'retry-after': '3' }),
		json(503, { detail: 'Not now' }),
	];
	const server = await serve((index) => ({
		atBody: answers[index] ?? json(200, { task: { task_id: 1 }, ...posted }),
	}));
	const told = hintsIn((await runAt(server.url, read)).saved);
	expect(told).toContain('Requests waited for the rate limit of the service.');
	expect(hintsIn((await runAt(server.url, read)).saved)).not.toMatch(/waited/);
});
