import { expect, it, jest } from '@jest/globals';
import { recentMap } from '../../../nodes/shared/client/recent';

it('of many keys the last ones are kept, and one that is read again and again', () => {
	const recent = recentMap<number>({ most: 10 });
	recent.set('same', -1);
	for (let key = 0; key < 1_000; key++) {
		recent.set(`${key}`, key);
		expect(recent.get('same')).toBe(-1);
	}
	expect(recent.get('991')).toBe(991);
	expect(recent.get('990')).toBeUndefined();
});

it('what is older than it may be is forgotten', () => {
	jest.useFakeTimers();
	try {
		const recent = recentMap<string>({ most: 10, keptMs: 1_000 });
		recent.set('a', 'first');
		jest.advanceTimersByTime(999);
		expect(recent.get('a')).toBe('first');
		jest.advanceTimersByTime(1);
		expect(recent.get('a')).toBeUndefined();
	} finally {
		jest.useRealTimers();
	}
});
