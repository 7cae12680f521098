import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Execution } from './executions';
import { readExecution } from './executions';
import type { N8n } from './rest';

/** Sends to an address of n8n as soon as it is there: a published trigger listens a moment later. */
export const sendTo = async (url: string, request: () => RequestInit): Promise<Response> => {
	for (let tries = 0; tries < 100; tries += 1) {
		const response = await fetch(url, { ...request(), signal: AbortSignal.timeout(20_000) });
		if (response.status !== 404) return response;
		await pause(100);
	}
	throw new Error(`Nothing is listening at ${url}.`);
};

const submitted = z.object({ formWaitingUrl: z.string() });

/** What the person sees at the end of a form, and the run that made it. */
export interface Ending {
	readonly page: string;
	readonly execution: Execution;
}

const asForm = (values: ReadonlyArray<string | File>): FormData => {
	const form = new FormData();
	values.forEach((value, index) => form.set(`field-${index}`, value));
	return form;
};

/** Waits until a run shows a page of its form, and gives that. */
const pageAt = async (formWaitingUrl: string): Promise<string> => {
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	for (let tries = 0; tries < 200; tries += 1) {
		const state = (await (await fetch(status)).text()).trim();
		if (state === 'form-waiting') break;
		// In queue mode a run is new until a worker takes it; n8n 1 waits before it says for what.
		if (!['running', 'new', 'waiting'].includes(state)) {
			throw new Error(`The form ended with ${state}.`);
		}
		await pause(100);
	}
	return await (await fetch(formWaitingUrl)).text();
};

/**
 * Fills in the pages of a form as n8n's own page does: posts the fields by their place, waits for the
 * next page, shows it, and lets the workflow end at the last one.
 * @param answer gives the fields of a page between the first and the last one, by what it shows
 */
export const submitForm = async (
	n8n: N8n,
	formPath: string,
	values: ReadonlyArray<string | File>,
	...answers: ReadonlyArray<(page: string) => Promise<readonly string[]>>
): Promise<Ending> => {
	const response = await sendTo(`${n8n.url}/form/${formPath}`, () => ({
		method: 'POST',
		body: asForm(values),
	}));
	const { formWaitingUrl } = submitted.parse(await response.json());
	for (const answer of answers) {
		const body = asForm(await answer(await pageAt(formWaitingUrl)));
		// The answer leads to the next page: to follow it would fill that one in, too.
		await fetch(formWaitingUrl, { method: 'POST', body, redirect: 'manual' });
	}
	const page = await pageAt(formWaitingUrl);
	await fetch(formWaitingUrl, { method: 'POST' });
	const [id = ''] = new URL(formWaitingUrl).pathname.split('/').slice(-1);
	return { page, execution: await readExecution(n8n, id) };
};
