import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { Clock } from '../../../src';
import { Explained } from '../words/explained';

/** Where a client can be used: in a run, a list of the panel, a poll, or a delivery. */
export type Context =
	| IExecuteFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

/** The error of a run that was stopped while a request waited; nothing more is sent. */
export const stopped = (): Explained =>
	new Explained('The execution was stopped', 'Nothing more was sent.');

/**
 * n8n's signal that an execution is to end. A trigger has none, and not every n8n version provides
 * one.
 */
export const signalOf = (context: Context): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal?.() : undefined;

/** Whether the execution was stopped, timed out, or ends with n8n. */
export const isStopped = (context: Context): boolean => signalOf(context)?.aborted === true;

/**
 * Milliseconds since 1970, counted steadily from the start of the process: the wall clock can be
 * set forward and back. For durations only. A date uses the wall clock.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

const sliceMs = 500;

/**
 * n8n's clock. `sleep` checks for a stop twice a second, because not every n8n can interrupt a
 * sleep.
 */
export const clockOf = (context: Context): Clock => {
	const signal = signalOf(context);
	return {
		now: steadyNow,
		async sleep(ms, wake) {
			let awake = false;
			const wakeUp = () => {
				awake = true;
			};
			const waking = wake?.then(wakeUp, wakeUp);
			const end = steadyNow() + ms;
			for (let left = ms; left > 0 && !awake; left = end - steadyNow()) {
				if (signal?.aborted) throw stopped();
				const slice = sleep(Math.min(left, sliceMs));
				await (waking ? Promise.race([slice, waking]) : slice);
			}
			if (signal?.aborted) throw stopped();
		},
	};
};
