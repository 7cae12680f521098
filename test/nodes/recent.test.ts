import { expect, it, jest } from '@jest/globals';
import { createRecent, recentMap } from '../../nodes/shared/client/recent';

const keys = (count: number) => Array.from({ length: count }, (_, index) => `key ${index}`);

it('of many keys the values of the last ones are kept', () => {
	let made = 0;
	const recent = createRecent({ most: 100, make: () => ({ id: ++made }), isFree: () => true });
	for (const key of keys(1_000)) recent(key);
	expect(made).toBe(1_000);
	for (const key of keys(1_000).slice(-100)) recent(key);
	expect(made).toBe(1_000);
	expect(recent('key 0').id).toBe(1_001);
	expect(recent('key 999').id).toBe(1_000);
});

it('one that is asked for again and again is kept', () => {
	const recent = createRecent({ most: 10, make: () => ({}), isFree: () => true });
	const value = recent('same');
	for (const key of keys(1_000)) {
		recent(key);
		expect(recent('same')).toBe(value);
	}
});

it('one that is not free is kept until it is', () => {
	const recent = createRecent({ most: 10, make: () => ({ busy: false }), isFree: (v) => !v.busy });
	const value = recent('busy');
	value.busy = true;
	for (const key of keys(100)) recent(key);
	expect(recent('busy')).toBe(value);
	value.busy = false;
	for (const key of keys(100)) recent(key);
	expect(recent('busy')).not.toBe(value);
});

it('what is older than it may be is forgotten, whoever asks', () => {
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
