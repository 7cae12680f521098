import { jest } from '@jest/globals';
import type { Clock, HttpRequest, HttpResponse, Transport } from '../../src';
import { FileContent } from '../../src';

/** An answer of the script: a status with headers and body, or a network failure to throw. */
export type Answer = Partial<HttpResponse> | Error;

/** A clock on timers, which a test replaces by jest's. */
export const clock: Clock = {
	now: () => Date.now(),
	sleep: (ms, wake) =>
		new Promise((resolve) => {
			const timer = setTimeout(resolve, ms);
			const wakeUp = () => {
				clearTimeout(timer);
				resolve();
			};
			wake?.then(wakeUp, wakeUp);
		}),
};

const textOf = (body: HttpRequest['body']): string =>
	(body ?? [])
		.map((part) => (part instanceof FileContent ? `<${part.size} bytes>` : part))
		.join('');

/** Method, path and body of a request in one line. */
const lineOf = ({ method, path, body }: HttpRequest): string =>
	[method, path, textOf(body)].filter(Boolean).join(' ');

/**
 * A transport that answers from a script and logs what it is asked; `timed` says when as well.
 * `latencyMs` passes between a request and its answer.
 */
export const scripted = (answer: (call: number, request: HttpRequest) => Answer, latencyMs = 0) => {
	const started = Date.now();
	const log: string[] = [];
	const timed: string[] = [];
	const transport: Transport = async (request) => {
		const call = log.push(lineOf(request)) - 1;
		timed.push(`${(Date.now() - started) / 1000}s ${log[call]}`);
		const given = answer(call, request);
		if (latencyMs > 0) await clock.sleep(latencyMs);
		if (given instanceof Error) throw given;
		return { status: 200, headers: {}, body: {}, ...given };
	};
	return { log, timed, transport };
};

/** Answers one after the other; a call too many throws. */
export const inTurn =
	(...answers: Answer[]) =>
	(call: number): Answer => {
		const answer = answers[call];
		if (!answer) throw new Error(`The script has no answer for call ${call}`);
		return answer;
	};

/** Lets the fake time pass until `work` has settled. */
export const settled = async <T>(work: Promise<T>): Promise<T> => {
	const guarded = work.then(
		(value) => () => value,
		(error: unknown) => () => {
			throw error;
		},
	);
	await jest.runAllTimersAsync();
	return (await guarded)();
};
