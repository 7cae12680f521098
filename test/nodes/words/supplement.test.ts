import { expect, it } from '@jest/globals';
import { worded } from '../../../nodes/shared/words/errors';
import { supplement, supplementOf } from '../../../nodes/shared/words/explained';
import { NotSent, OutcomeUnknown, isClientError } from '../../../src';

it('several items share an error, and each adds its own', () => {
	const shared = new NotSent('ENOTFOUND');
	const first = supplement(shared, { addition: 'One.', facts: { a: 1 } });
	const second = supplement(supplement(shared, { title: 'Two' }), { addition: 'Two.' });
	expect(supplementOf(shared)).toEqual({});
	expect(supplementOf(first)).toEqual({ addition: 'One.', facts: { a: 1 } });
	expect(supplementOf(second)).toEqual({ title: 'Two', addition: 'Two.', facts: {} });
	expect([first, second].map(isClientError)).toEqual([true, true]);
	expect(first).toMatchObject({ name: 'NotSent', code: 'ENOTFOUND', message: shared.message });
});

const approval = { method: 'POST', path: '/tasks/1/approve', writes: true, safe: false } as const;

it('a broken connection is no fault of a list, which can be opened again', () => {
	const broken = new OutcomeUnknown('ECONNRESET', { ...approval, writes: false, safe: true });
	expect(worded(broken, { shownIn: 'list' }).advice).toMatch(/^Open the list again\. /);
});

it('of a request that a stop broke off, no connection is said to be broken', () => {
	expect(worded(new OutcomeUnknown('ERR_CANCELED', approval), {})).toMatchObject({
		message: 'The execution was stopped before the service responded',
		advice: expect.stringMatching(/may have been carried out.*Check before you send it again\.$/),
	});
});
