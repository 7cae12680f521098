import { z } from 'zod';
import { eventually } from '../eventually';
import type { N8n } from '../rest';

const state = z.object({ status: z.string() });

/** The current status of a run in n8n. */
export const statusOf = async (n8n: N8n, executionId: string): Promise<string> =>
	(await n8n.request('GET', `/executions/${executionId}`, state)).status;

/** Waits until a condition is true. */
export const until = async (
	holds: () => boolean | Promise<boolean>,
	boundMs?: number,
): Promise<void> => {
	const isMet = async () => (await holds()) || undefined;
	await eventually('The condition was not met', isMet, { boundMs });
};

/** Waits until a run waits for an answer. */
export const waits = async (n8n: N8n, executionId: string): Promise<void> =>
	await until(async () => (await statusOf(n8n, executionId)) === 'waiting');

/** The link of the comment with the question: its first link. */
export const linkIn = (comment: string | undefined): string =>
	comment?.split('\n').find((line) => line.includes('/webhook-waiting/')) ?? 'no link';

/** The run that waits for the answer to a link. */
export const runBehind = (link: string): string =>
	/\/webhook-waiting\/(\d+)\//.exec(link)?.[1] ?? 'no run';

/** Submits the form on the page of a link, as a browser does. */
export const answer = async (
	link: string,
	form: Readonly<Record<string, string>>,
): Promise<Response> => await fetch(link, { method: 'POST', body: new URLSearchParams(form) });
