import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Stage } from '../support/stage';
import { byId, itemsOf, startStage } from '../support/stage';

/*
 * The engine in this process has no database of n8n's, so no key can be kept here; what keys do is
 * in `test/n8n/oncePerKey.test.ts`.
 */
let stage: Stage;
beforeEach(async () => {
	stage = await startStage();
});
afterEach(() => stage.sandbox.stop());

const comment = (more: object) => ({ taskId: byId('10001'), comment: 'Signed', ...more });
const withKey = { oncePerKey: '={{ $json.deal }}' };
const deals = itemsOf({ deal: 'd-1' }, { deal: 'd-2' });

it('without a key the store is not asked', async () => {
	const { error } = await stage.run('task.comment', comment({}));
	expect(error).toBeUndefined();
	expect(stage.received()).toHaveLength(1);
});

it('what n8n cannot keep the key of is not sent', async () => {
	const { error } = await stage.run('task.comment', comment(withKey), { items: deals });
	expect(error?.message).toBe('n8n could not keep the key "d-1", so nothing was sent');
	expect(error?.description).toContain('Instance needs to');
	expect(error?.description).toContain('failed 0');
	expect(stage.received()).toEqual([]);
});

it('what n8n cannot release comes out as a failure, each by itself', async () => {
	const releasing = { ...withKey, requestOptions: { releaseKeys: true } };
	const { errorOutput } = await stage.run('task.comment', comment(releasing), {
		items: deals,
		onError: 'continueErrorOutput',
	});
	expect(errorOutput.map(({ json }) => json)).toMatchObject(
		['d-1', 'd-2'].map((key) => ({
			deal: key,
			error: { message: `n8n could not release the key "${key}", so nothing was sent`, key },
		})),
	);
	expect(stage.received()).toEqual([]);
});

it.each([
	[null, 'is blank'],
	[' ', 'is blank'],
	[{ id: 1 }, 'must be text, not {"id":1}'],
])('the key %j is an error, before anything is sent', async (deal, fault) => {
	const { error } = await stage.run('task.comment', comment(withKey), {
		items: itemsOf({ deal: 'd-1' }, { deal }),
	});
	expect(error?.message).toContain(`"Send Only Once Per Key" ${fault}`);
	expect(stage.received()).toEqual([]);
});

it('Release Keys is refused in a dry run', async () => {
	const requestOptions = { releaseKeys: true, dryRun: true };
	const { error } = await stage.run('task.comment', comment({ ...withKey, requestOptions }), {
		items: deals,
	});
	expect(error?.message).toBe(
		'"Release Keys" is on in a dry run, which changes nothing: switch one off',
	);
	expect(stage.received()).toEqual([]);
});

it('a dry run asks for no key, and refuses one text for all items', async () => {
	const requestOptions = { dryRun: true };
	const dry = await stage.run('task.comment', comment({ ...withKey, requestOptions }), {
		items: deals,
	});
	expect(dry.error).toBeUndefined();
	expect(dry.output).toHaveLength(2);
	const alike = comment({ oncePerKey: 'deal_id' });
	const { error } = await stage.run('task.comment', alike, { items: deals });
	expect(error?.message).toContain('holds the same text for all 2 items');
});
