import { expect, it } from '@jest/globals';
import { supplement, supplementOf } from '../../../nodes/shared/words/explained';
import { NotSent, isClientError } from '../../../src';

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
