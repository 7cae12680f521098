import { expect, it } from '@jest/globals';
import { inOrder } from '../../src/paging/inOrder';

/** Work that ends when it is told to, and what was begun of it. */
const work = () => {
	const begun: number[] = [];
	const ends = new Map<number, (failure?: Error) => void>();
	const get = async (one: number) =>
		await new Promise<string>((resolve, reject) => {
			begun.push(one);
			ends.set(one, (failure) => (failure ? reject(failure) : resolve(`answer ${one}`)));
		});
	return { begun, get, end: (one: number, failure?: Error) => ends.get(one)?.(failure) };
};

const numbersTo = function* (count: number): Generator<number, void> {
	for (let one = 1; one <= count; one++) yield one;
};

it('begins so many at once, and one more for each that was taken, in the order asked', async () => {
	const { begun, get, end } = work();
	const answers = inOrder(numbersTo(5), 2, get);
	expect(begun).toEqual([1, 2]);
	expect(answers.begun).toHaveLength(2);
	const taken: unknown[] = [];
	end(2);
	end(1);
	for await (const [one, answer] of answers) {
		taken.push([one, answer, [...begun]]);
		end(one + 2);
	}
	expect(taken).toEqual([
		[1, 'answer 1', [1, 2, 3]],
		[2, 'answer 2', [1, 2, 3, 4]],
		[3, 'answer 3', [1, 2, 3, 4, 5]],
		[4, 'answer 4', [1, 2, 3, 4, 5]],
		[5, 'answer 5', [1, 2, 3, 4, 5]],
	]);
	expect(answers.begun).toHaveLength(2);
});

it('begins none where nothing is asked', async () => {
	const { begun, get } = work();
	const answers = inOrder(numbersTo(0), 3, get);
	expect((await answers[Symbol.asyncIterator]().next()).done).toBe(true);
	expect(begun).toEqual([]);
});

it('tells a failure at its turn, and begins nothing more', async () => {
	const { begun, get, end } = work();
	const answers = inOrder(numbersTo(9), 3, get);
	const lost = new Error('lost');
	const unheard: unknown[] = [];
	const note = (reason: unknown) => void unheard.push(reason);
	process.on('unhandledRejection', note);
	end(2, lost);
	// A failure that nobody waits for would end the process in the meantime.
	await new Promise(setImmediate);
	process.off('unhandledRejection', note);
	expect(unheard).toEqual([]);
	end(1);
	const taken: number[] = [];
	const reading = async () => {
		for await (const [one] of answers) taken.push(one);
	};
	await expect(reading()).rejects.toBe(lost);
	expect(taken).toEqual([1]);
	expect(begun).toEqual([1, 2, 3, 4]);
});
