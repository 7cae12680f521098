import { createHash } from 'node:crypto';
import type { ChoiceName } from '../choices/choices';
import type { Observations } from '../choices/observations';
import { LimitReached } from '../network/failure';
import { nameOf } from '../report/findings';
import type { Departure } from './departure';
import type { Session } from './session';
import { lastingPart } from './shape';

/** What one time of reading and judging found. Nothing of it is recorded yet. */
interface Made {
	readonly found: Array<readonly [of: string, departure: Departure]>;
	readonly seen: Array<readonly [choice: ChoiceName, record: (to: Observations) => void]>;
	readonly doubts: Set<ChoiceName>;
}

/** One time that something was read and judged to its end. */
interface Round<T> {
	readonly result: T;
	readonly made: Made;
	/** Of all answers: two rounds with the same one read the same. */
	readonly digest: string;
}

const isSure = ({ made: { found, doubts } }: Round<unknown>): boolean =>
	doubts.size === 0 && !found.some(([, { spans }]) => spans);

const changed = 'the list changed while it was read';
const unread = 'the request limit ended the check before it was read again';

/** Records a round; what is doubtful, as that where a reason for the doubt is given. */
const record = (session: Session, { found, seen, doubts }: Made, doubt?: string): void => {
	for (const [of, departure] of found) {
		const isDoubtful = doubt !== undefined && departure.spans;
		session.findings.add(
			of,
			isDoubtful ? { ...departure, kind: 'untold', effect: doubt } : departure,
		);
	}
	for (const [choice, recordIn] of seen) {
		if (doubt !== undefined && doubts.has(choice)) {
			session.observations.miss(choice, doubt);
		} else recordIn(session.observations);
	}
};

const nothingMade = (): Made => ({ found: [], seen: [], doubts: new Set() });

const roundOf = async <T>(
	session: Session,
	probe: (session: Session) => Promise<T>,
	made: Made = nothingMade(),
): Promise<Round<T>> => {
	const hash = createHash('sha256');
	const listening: Session = {
		...session,
		keyed: {
			async ask(endpoint, input) {
				const answer = await session.keyed.ask(endpoint, input);
				const body = lastingPart(endpoint.response, answer.body);
				hash.update(JSON.stringify([nameOf(endpoint), input, answer.status, body]));
				return answer;
			},
		},
		findings: { ...session.findings, add: (...one) => void made.found.push(one) },
		observations: {
			...session.observations,
			see: (name, value) => void made.seen.push([name, (to) => to.see(name, value)]),
			seeOther: (name, words) => void made.seen.push([name, (to) => to.seeOther(name, words)]),
			miss: (name, why) => void made.seen.push([name, (to) => to.miss(name, why)]),
		},
		doubt: (choice) => void made.doubts.add(choice),
	};
	const result = await probe(listening);
	return { result, made, digest: hash.digest('hex') };
};

/** The first round. The limit of requests can end it; what it found until then is recorded. */
const firstRound = async <T>(
	session: Session,
	probe: (session: Session) => Promise<T>,
): Promise<Round<T>> => {
	const made = nothingMade();
	try {
		return await roundOf(session, probe, made);
	} catch (error) {
		if (error instanceof LimitReached) record(session, made, unread);
		throw error;
	}
};

/** Rounds after the first one. A list that never rests is not read for ever. */
const mostRounds = 3;

/**
 * Reads and judges something by several answers, between which it can change. What a change can have
 * caused is read again at the end of the check, when all else is done. It is a difference only where
 * two rounds in a row read the same.
 */
export const judgeWhileStill = async <T>(
	session: Session,
	probe: (session: Session) => Promise<T>,
): Promise<T> => {
	const first = await firstRound(session, probe);
	if (isSure(first)) {
		record(session, first.made);
		return first.result;
	}
	session.doubtful.push({
		async settle() {
			let last: Round<T> = first;
			try {
				for (let count = 0; count < mostRounds; count += 1) {
					const next = await roundOf(session, probe);
					const isSame = next.digest === last.digest;
					last = next;
					if (isSame || isSure(next)) return record(session, next.made);
				}
			} catch (error) {
				if (error instanceof LimitReached) record(session, last.made, unread);
				throw error;
			}
			record(session, last.made, changed);
		},
	});
	return first.result;
};

/** Reads again what may have changed while it was read. */
export const settleDoubts = async (session: Session): Promise<void> => {
	let ended: LimitReached | undefined;
	for (const doubtful of session.doubtful.splice(0)) {
		try {
			await doubtful.settle();
		} catch (error) {
			if (!(error instanceof LimitReached)) throw error;
			ended = error;
		}
	}
	if (ended !== undefined) throw ended;
};
