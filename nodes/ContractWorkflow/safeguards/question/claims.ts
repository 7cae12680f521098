import { recentMap } from '../../../shared/client/recent';

/** The used part of n8n's response object, whose own types are not in its package. */
export interface Response {
	readonly statusCode: number;
	readonly headersSent: boolean;
	once(event: 'close', listener: () => void): unknown;
	setHeader(name: string, value: string): unknown;
	status(code: number): { end(body: string): unknown };
}

/**
 * The answers that this process has passed to n8n, by the round of their question. Of several
 * answers at the same time, n8n takes one and returns an error to the others: a person who presses
 * a button twice would see the error of the second press.
 */
const claims = recentMap<{ readonly answer: string; readonly taken: Promise<boolean> }>({
	most: 500,
});

/**
 * Whether n8n has resumed the execution: it then responds with 2xx, otherwise with an error. If the
 * client disconnected before the response, that is unknown, so the next answer may try.
 */
const isTaken = async (sending: Response): Promise<boolean> =>
	await new Promise((resolve) => {
		sending.once('close', () => {
			const { headersSent, statusCode } = sending;
			resolve(headersSent && statusCode >= 200 && statusCode < 300);
		});
	});

/**
 * Claims the right to answer a question. `same` and `other`: this process has already passed n8n an
 * answer, the same one or another. Waits for one in progress. An answer that n8n did not accept
 * does not count.
 */
export const claimAnswer = async (
	round: string,
	answer: string,
	sending: Response,
): Promise<'first' | 'same' | 'other'> => {
	for (let claim = claims.get(round); claim; claim = claims.get(round)) {
		if (await claim.taken) return claim.answer === answer ? 'same' : 'other';
		if (claims.get(round) === claim) claims.delete(round);
	}
	claims.set(round, { answer, taken: isTaken(sending) });
	return 'first';
};
