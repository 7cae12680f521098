import { createRecent } from '../../../shared/client/recent';

/** What this process knows of the answers to a question. */
type Claims = {
	/** The answer that n8n has taken, or is taking. */
	answer: string | undefined;
	/** Whether n8n is taking it now. */
	isUnderWay: boolean;
	/** Ends with whether it was taken. */
	taken: Promise<boolean>;
};

/**
 * By the round of a question. n8n lets one of several answers that come at once resume the execution
 * and gives the others an error: who presses a button twice would see that of the second press.
 */
const claimsOf = createRecent<Claims>({
	most: 500,
	make: () => ({ answer: undefined, isUnderWay: false, taken: Promise.resolve(false) }),
	isFree: ({ isUnderWay }) => !isUnderWay,
});

/** What is used of n8n's response object, whose own types are not part of its package. */
export interface Sending {
	readonly statusCode: number;
	readonly headersSent: boolean;
	once(event: 'close', listener: () => void): unknown;
}

/**
 * Whether n8n has resumed the execution: it answers with 2xx right after that, else with an error.
 * Of who was gone before the answer that is not known, so the next one may try.
 */
const isTaken = async (sending: Sending): Promise<boolean> =>
	await new Promise((resolve) => {
		sending.once('close', () => {
			const { headersSent, statusCode } = sending;
			resolve(headersSent && statusCode >= 200 && statusCode < 300);
		});
	});

/**
 * Asks to answer a question. `same` and `other`: this process has given n8n an answer before, the
 * same one or another. Waits for one that is under way; what n8n could not take makes room.
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
