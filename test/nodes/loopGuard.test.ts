import { afterEach, expect, it, jest } from '@jest/globals';
import { isOwnComment, marked, marker, rememberComment } from '../../nodes/shared/loopGuard';

afterEach(() => {
	jest.useRealTimers();
});

it('marks a comment above its text, where no shortened delivery loses the marker', () => {
	expect(marked('Done')).toBe(`${marker}\n\nDone`);
	expect(marked('Done', true)).toBe(`${marker}\n\nDone`);
	expect(marked('Done', false)).toBe('Done');
	const delivered = `${marked('A long answer. '.repeat(100)).slice(0, 100)}…`;
	expect(isOwnComment(['x', delivered])).toBe(true);
});

it('keeps its marker in every encoding of a delivery', () => {
	expect(JSON.stringify(marker)).toBe(`"${marker}"`);
	expect(marker).not.toMatch(/[<>&"'\\*_[\]`#]/);
});

it('recognizes the comments that this process posted', () => {
	expect(isOwnComment(['Thank you, we look into it'])).toBe(false);
	rememberComment('Thank you,\nwe look into it');
	rememberComment('ok');
	expect(isOwnComment(['Thank you, we look into it'])).toBe(true);
	expect(isOwnComment(['x', 'Comment on NDA: Thank you,\n we look into it '])).toBe(true);
	expect(isOwnComment(['ok'])).toBe(true);
	expect(isOwnComment(['A token'])).toBe(false);
	for (let count = 0; count < 200; count++) rememberComment(`Comment number ${count}`);
	expect(isOwnComment(['Thank you, we look into it'])).toBe(false);
});

it('takes the words of a comment for those of a person after ten minutes', () => {
	jest.useFakeTimers();
	rememberComment('completed');
	jest.advanceTimersByTime(599_000);
	expect(isOwnComment(['completed'])).toBe(true);
	jest.advanceTimersByTime(1_000);
	expect(isOwnComment(['completed'])).toBe(false);
});

it('recognizes a comment that was cut short', () => {
	const comment = `The task is at the step "Legal approval", with Amara. ${'More. '.repeat(50)}`;
	rememberComment(comment);
	for (const length of [24, 40, 100, 200]) {
		for (const dots of ['', '…', ' ...']) {
			expect(isOwnComment([comment.slice(0, length) + dots])).toBe(true);
		}
	}
	expect(isOwnComment([`Comment on NDA: ${comment.slice(0, 120)}…`])).toBe(true);
	for (const other of ['The task', 'The task is', 'The task is done. More. More.']) {
		expect(isOwnComment([other])).toBe(false);
	}
});

it('remembers and reads no more than it may, however long the texts', () => {
	for (let count = 0; count < 200; count++) rememberComment(`${count} ${'x'.repeat(1_000_000)}`);
	const deliveries = [
		['x'.repeat(16_000_000)],
		Array.from({ length: 1_000_000 }, () => 'a text of no comment'),
		[' '.repeat(16_000_000)],
	];
	for (const texts of deliveries) {
		// By the processor's time, for the machine may be busy.
		const begun = process.cpuUsage();
		expect(isOwnComment(texts)).toBe(false);
		expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(20_000);
	}
});
