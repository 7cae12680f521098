import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { claimId } from '../../nodes/ContractWorkflowTrigger/storedIds';
import { shortDigest } from '../../nodes/shared/rows/digest';

/** Which delivery of an ID is accepted: what this process knows, and what n8n has stored. */

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = async (ms: number) => await jest.advanceTimersByTimeAsync(ms);

type Stored = Record<string, unknown>;

/** A trigger, to which deliveries come with the data that n8n has stored, each with a copy. */
const createTrigger = () => {
	const [workflow, node] = [randomUUID(), randomUUID()];
	const claim = async (id: string, stored: Stored = {}, response: object = {}) => {
		const context = {
			getWorkflow: () => ({ id: workflow }),
			getNode: () => ({ id: node }),
			getWorkflowStaticData: (type: string) => (type === 'node' ? stored : {}),
			getResponseObject: () => response,
		};
		return await claimId(context as never, id);
	};
	return {
		claim,
		/** What becomes of a delivery: `accepted` if it is handed over. */
		outcome: async (id: string, stored?: Stored) => {
			const claimed = await claim(id, stored);
			return typeof claimed === 'string' ? claimed : 'accepted';
		},
		/** Hands a delivery over to n8n, which has not answered yet. */
		handOver: async (id: string, stored: Stored = {}) => {
			const response = { headersSent: false, writableEnded: false, statusCode: 200 };
			const claimed = await claim(id, stored, response);
			if (typeof claimed === 'string') throw new Error(`It was not claimed: ${claimed}.`);
			const handed = claimed.handOver();
			await pass(0);
			const answer = async (change: Partial<typeof response>) => {
				Object.assign(response, change);
				await pass(10);
			};
			return { stored, handed, answer, release: () => claimed.release() };
		},
	};
};

describe('a repeat', () => {
	it.each([
		[200, 'repeat'],
		[299, 'repeat'],
		[199, 'accepted'],
		[300, 'accepted'],
		[500, 'accepted'],
	])('of a delivery that n8n answered with %d is: %s', async (statusCode, expected) => {
		const { handOver, outcome } = createTrigger();
		const { answer } = await handOver('one');
		await answer({ headersSent: true, statusCode });
		expect(await outcome('two')).toBe('accepted');
		expect(await outcome('one')).toBe(expected);
	});

	it('of a delivery whose sender was gone is one if n8n stored it', async () => {
		const { handOver, outcome } = createTrigger();
		const { answer } = await handOver('one');
		await answer({ writableEnded: true });
		expect(await outcome('one')).toBe('repeat');
	});

	it('is none in another trigger', async () => {
		const { handOver } = createTrigger();
		const { answer } = await handOver('one');
		await answer({ headersSent: true });
		expect(await createTrigger().outcome('one')).toBe('accepted');
	});

	it('is known from what n8n has stored', async () => {
		const digest = shortDigest('one');
		expect(await createTrigger().outcome('one', { deliveryIds: ['other', digest] })).toBe('repeat');
		for (const deliveryIds of [[digest, 1], [1], digest, undefined, { 0: digest }]) {
			expect([deliveryIds, await createTrigger().outcome('one', { deliveryIds })]).toEqual([
				deliveryIds,
				'accepted',
			]);
		}
	});

	it('waits for the outcome of the delivery before it', async () => {
		for (const [statusCode, expected] of [
			[200, 'repeat'],
			[500, 'accepted'],
		] as const) {
			const { handOver, outcome } = createTrigger();
			const { answer } = await handOver('one');
			const repeat = outcome('one');
			await pass(3_000);
			await answer({ headersSent: true, statusCode });
			expect(await repeat).toBe(expected);
		}
	});

	it('is accepted after a delivery that was given up', async () => {
		const { claim, outcome } = createTrigger();
		const first = await claim('one');
		const repeat = outcome('one');
		await pass(100);
		if (typeof first !== 'string') first.release();
		await pass(0);
		expect(await repeat).toBe('accepted');
	});

	it('is to come again if there is no outcome within ten seconds', async () => {
		const { handOver, outcome } = createTrigger();
		await handOver('one');
		let came: string | undefined;
		void outcome('one').then((given) => (came = given));
		await pass(9_900);
		expect(came).toBeUndefined();
		await pass(200);
		expect(came).toBe('underway');
	});

	it('is accepted once n8n has not answered for ten minutes', async () => {
		const { handOver, outcome } = createTrigger();
		await handOver('one');
		await pass(595_000);
		const early = outcome('one');
		await pass(2_000);
		await pass(5_000);
		expect(await early).toBe('accepted');
	});
});

describe('what n8n stores', () => {
	it('is written before the delivery is handed over', async () => {
		const stored: Stored = {};
		const claimed = await createTrigger().claim('one', stored, { headersSent: true });
		if (typeof claimed === 'string') throw new Error(`It was not claimed: ${claimed}.`);
		await claimed.handOver();
		expect(stored).toEqual({ deliveryIds: [shortDigest('one')] });
	});

	it('is written again until the response is sent, and no longer', async () => {
		const { handOver } = createTrigger();
		const { stored, answer } = await handOver('one');
		const deliveryIds = [shortDigest('one')];
		expect(stored).toEqual({ deliveryIds });
		stored.deliveryIds = 'lost';
		await pass(10);
		expect(stored).toEqual({ deliveryIds });
		await answer({ headersSent: true });
		stored.deliveryIds = 'later';
		await pass(2_000);
		expect(stored).toEqual({ deliveryIds: 'later' });
	});

	it('is written every 5 ms, and after a minute every second', async () => {
		const { handOver } = createTrigger();
		let writes = 0;
		const stored = Object.defineProperty({}, 'deliveryIds', { set: () => (writes += 1) });
		await handOver('one', stored);
		writes = 0;
		await pass(1_000);
		expect(writes).toBeGreaterThan(190);
		expect(writes).toBeLessThan(210);
		await pass(60_000);
		writes = 0;
		await pass(10_000);
		expect(writes).toBe(10);
	});

	it('has the IDs of all deliveries before it, once these are answered', async () => {
		const { handOver } = createTrigger();
		const first = await handOver('one');
		const second = await handOver('two');
		await pass(5_000);
		expect(second.stored).toEqual({});
		await first.answer({ headersSent: true });
		await second.handed;
		expect(second.stored).toEqual({ deliveryIds: [shortDigest('one'), shortDigest('two')] });
	});

	it('waits for an answer before it for ten seconds at most', async () => {
		const { handOver } = createTrigger();
		await handOver('one');
		const second = await handOver('two');
		await pass(10_100);
		expect(second.stored).toEqual({ deliveryIds: [shortDigest('two')] });
	});
});

it('the process knows 500 triggers, and those with a delivery under way', async () => {
	const [held, ended] = [createTrigger(), createTrigger()];
	await held.claim('one');
	const { answer } = await ended.handOver('one');
	await answer({ headersSent: true });
	for (let count = 0; count < 501; count++) {
		const { answer: end } = await createTrigger().handOver('one');
		await end({ headersSent: true });
	}
	expect(await ended.outcome('one')).toBe('accepted');
	const repeat = held.outcome('one');
	await pass(10_100);
	expect(await repeat).toBe('underway');
});
