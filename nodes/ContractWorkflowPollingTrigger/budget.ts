import type { IPollFunctions } from 'n8n-workflow';
import type { Policy } from '../../src';
import { windowReport } from '../../src';
import { steadyNow } from '../shared/client/clock';

/** Longest time that a poll spends on requests, and maximum requests. */
const longestMs = 20_000;
const mostRequests = 100;

/** Requests that a poll may send in its time, however little is left of the rate limit. */
const fewestRequests = 5;

/**
 * The budget of a poll: n8n abandons one that takes longer. It leaves the last half of each window
 * of the rate limit to the executions that share the credential.
 */
export const createBudget = (context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>) => {
	// n8n 1 has no such method.
	const ms = Math.min(longestMs, context.getPollBudgetMs?.() ?? longestMs);
	const end = steadyNow() + ms;
	let [requests, isHalfUsed] = [0, false];
	/** Counts the requests, and reads what is left of the window. */
	const policy: Policy = (next) => async (request) => {
		requests++;
		const response = await next(request);
		const report = windowReport(response.headers, Date.now());
		isHalfUsed = report?.limit !== undefined && report.remaining <= report.limit / 2;
		return response;
	};
	/** Whether a poll may send one more request. The first one it always may. */
	const goesOn = () => steadyNow() < end && requests < (isHalfUsed ? fewestRequests : mostRequests);
	return { ms, policy, goesOn };
};
