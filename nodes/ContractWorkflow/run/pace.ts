import { sleep } from 'n8n-workflow';

const mostInOneTurn = 2;

/**
 * A gate for items that begin: two pass in each turn of the event loop. Of 50 that began together,
 * the answers came together too, and n8n's process worked and idled by turns.
 */
export const pace = (): (() => Promise<void>) => {
	let begun = 0;
	let turn: Promise<void> | undefined;
	return async () => {
		while (begun >= mostInOneTurn) await turn;
		begun++;
		turn ??= sleep(0).then(() => {
			begun = 0;
			turn = undefined;
		});
	};
};
