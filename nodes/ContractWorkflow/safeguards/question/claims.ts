import { createRecent } from '../../../shared/client/recent';

/** What this process knows about the answers to a question. */
type Claims = {
	/** The answer that n8n has accepted, or is accepting. */
	answer: string | undefined;
	/** Whether n8n is accepting it now. */
	isUnderWay: boolean;
	/** Resolves to whether it was accepted. */
	taken: Promise<boolean>;
};

/**
 * By the round of a question. If several answers arrive at the same time, n8n resumes the execution
 * with one and returns an error to the others. A person who presses a button twice would see the
 * error of the second press.
 */
const claimsOf = createRecent<Claims>({
	most: 500,
	make: () => ({ answer: undefined, isUnderWay: false, taken: Promise.resolve(false) }),
	isFree: ({ isUnderWay }) => !isUnderWay,
});

/** The used part of n8n's response object, whose own types are not in its package. */
export interface Sending {
	readonly statusCode: number;
	readonly headersSent: boolean;
	once(event: 'close', listener: () => void): unknown;
}

/**
 * Whether n8n has resumed the execution: it then responds with 2xx, otherwise with an error. If the
 * client disconnected before the response, that is unknown, so the next answer may try.
 */
const isTaken = async (sending: Sending): Promise<boolean> =>
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
	sending: Sending,
): Promise<'first' | 'same' | 'other'> => {
	const claims = claimsOf(round);
	while (claims.answer !== undefined) {
		const before = claims.answer;
		if (await claims.taken) return before === answer ? 'same' : 'other';
	}
	claims.answer = answer;
	claims.isUnderWay = true;
	claims.taken = isTaken(sending).then((taken) => {
		claims.isUnderWay = false;
		if (!taken) claims.answer = undefined;
		return taken;
	});
	return 'first';
};
