import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Stage } from '../support/stage';
import { besideWhoseKey, byId, itemsOf, startStage } from '../support/stage';

/* What keys do is in `oncePerKey.kept.test.ts`. */
let stage: Stage;
beforeEach(async () => {
	stage = await startStage();
});
afterEach(() => stage.sandbox.stop());

const comment = (more: object) => ({ taskId: byId('10001'), comment: 'Signed', ...more });
const withKey = { options: { safety: { idempotencyKey: '={{ $json.deal }}' } } };
const deals = itemsOf({ deal: 'd-1' }, { deal: 'd-2' });

it('without a key the store is not asked', async () => {
	const { error } = await stage.run('task.comment', comment({}));
	expect(error).toBeUndefined();
	expect(received()).toHaveLength(1);
});

const received = () => besideWhoseKey(stage.received());

it.each([
	[null, 'is empty'],
	[' ', 'is empty'],
	[{ id: 1 }, 'must be text, not {"id":1}'],
])('the key %j is an error, before anything is sent', async (deal, fault) => {
	const { error } = await stage.run('task.comment', comment(withKey), {
		items: itemsOf({ deal: 'd-1' }, { deal }),
	});
	expect(error?.message).toContain(`"Idempotency Key" ${fault}`);
	expect(received()).toEqual([]);
});

it('Release Keys is refused in a dry run', async () => {
	const { safety } = withKey.options;
	const releasing = { dryRun: true, options: { ...safety, releaseKeys: true } };
	const { error } = await stage.run('task.comment', comment(releasing), {
		items: deals,
	});
	expect(error?.message).toBe('"Release Keys" cannot be combined with "Dry Run"');
	expect(error?.description).toContain('Turn off one of them.');
	expect(received()).toEqual([]);
});

it('a dry run asks for no key', async () => {
	const dry = await stage.run('task.comment', comment({ ...withKey, dryRun: true }), {
		items: deals,
	});
	expect(dry.error).toBeUndefined();
	expect(dry.output).toHaveLength(2);
});

describe('two items of a run with one key', () => {
	const texts = (...all: string[]) => itemsOf(...all.map((text) => ({ deal: 'd-1', text })));
	const dry = { dryRun: true };
	const fault = '"Idempotency Key" is "d-1" for item 0 as well, which sends something different';

	it.each([
		['from an expression', withKey],
		['as a fixed text', { options: { idempotencyKey: 'd-1' } }],
	])('that send different things are an error, before anything is sent: %s', async (_, key) => {
		const parameters = comment({ ...key, comment: '={{ $json.text }}' });
		const { error } = await stage.run('task.comment', parameters, {
			items: texts('one', 'one', 'other', 'third'),
		});
		expect(error?.description).toContain(fault);
		expect(error?.description).toContain('such as {{ $json.id }}');
		expect(received()).toEqual([]);
	});

	it('are planned each by itself', async () => {
		const parameters = comment({ ...withKey, ...dry, comment: '={{ $json.text }}' });
		const { output } = await stage.run('task.comment', parameters, {
			items: texts('one', 'other', 'one'),
		});
		expect(output.map(({ json }) => json.verdict)).toEqual([
			'would_send',
			'would_fail',
			'would_send',
		]);
		expect(output[1]?.json.reason).toContain(fault);
	});

	it('may have one where they send the same', async () => {
		const parameters = comment({ options: { idempotencyKey: 'd-1' }, ...dry });
		const { output } = await stage.run('task.comment', parameters, { items: deals });
		expect(output.map(({ json }) => json.verdict)).toEqual(['would_send', 'would_send']);
	});

	it('are told apart by the bytes of their files', async () => {
		const attach = {
			taskId: byId('10001'),
			attachToTask: false,
			binaryPropertyNames: 'data',
			options: { idempotencyKey: 'd-1' },
		};
		const file = (data: string) => ({
			json: {},
			binary: { data: { data, mimeType: 'text/plain', fileName: 'a.txt' } },
		});
		const { error } = await stage.run('task.addAttachments', attach, {
			items: [file('b25l'), file('dHdv')],
		});
		expect(error?.message).toContain('for item 0 as well');
		expect(received()).toEqual([]);
	});
});
