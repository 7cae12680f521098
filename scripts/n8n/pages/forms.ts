import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Execution } from '../executions';
import { readExecution } from '../executions';
import type { N8n } from '../rest';
import type { Browsing } from './browsing';
import { browseAs } from './browsing';

/** Asks an address of n8n as soon as it is there: a published trigger listens a moment later. */
const asSoonAsThere = async (url: string, ask: () => Promise<Response>): Promise<Response> => {
	for (let tries = 0; tries < 100; tries += 1) {
		const response = await ask();
		if (response.status !== 404) return response;
		await pause(100);
	}
	throw new Error(`Nothing is listening at ${url}.`);
};

/** Sends to an address of n8n as soon as it is there. */
export const sendTo = async (url: string, request: () => RequestInit): Promise<Response> =>
	await asSoonAsThere(
		url,
		async () => await fetch(url, { ...request(), signal: AbortSignal.timeout(20_000) }),
	);

const submitted = z.object({ formWaitingUrl: z.string() });

/** What the person sees at the end of a form, and the run that made it. */
export interface Ending {
	readonly page: string;
	readonly execution: Execution;
}

/** A field of a form, or the choices in a field with check boxes. */
export type FormValue = string | File | readonly string[];

const asForm = (values: readonly FormValue[]): FormData => {
	const form = new FormData();
	values.forEach((value, index) => {
		const name = `field-${index}`;
		if (typeof value === 'string' || value instanceof File) form.set(name, value);
		else form.set(name, JSON.stringify(value));
	});
	return form;
};

/** Waits until a run shows a page of its form, and gives that. */
const pageAt = async (browsing: Browsing, formWaitingUrl: string): Promise<string> => {
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	for (let tries = 0; tries < 200; tries += 1) {
		const state = (await (await browsing.send(status.href, {})).text()).trim();
		if (state === 'form-waiting') break;
		// In queue mode a run is new until a worker takes it; n8n 1 waits before it says for what.
		if (!['running', 'new', 'waiting'].includes(state)) {
			throw new Error(`The form ended with ${state}.`);
		}
		await pause(100);
	}
	return await (await browsing.open(formWaitingUrl)).text();
};

/** What a page of a form sends along to say who filled it in; nothing where nobody has to sign in. */
const signed = (page: string): Record<string, string> => {
	const [, token] = /authToken = '([^']+)'/.exec(page) ?? [];
	return token === undefined ? {} : { 'x-auth-token': token };
};

/**
 * Gives the fields of a page between the first and the last one, by what it shows; nothing where it
 * filled in the page itself.
 */
export type Answer = (
	page: string,
	formWaitingUrl: string,
) => Promise<readonly FormValue[] | undefined>;

/** Sends the fields of a page that a browser has opened. */
const post = async (by: Browsing, url: string, page: string, values: readonly FormValue[]) =>
	await by.send(url, { method: 'POST', headers: signed(page), body: asForm(values) });

/** Opens a page of a form that waits, and fills it in. */
export const fillInPage = async (
	by: Browsing,
	formWaitingUrl: string,
	values: readonly FormValue[],
): Promise<Response> =>
	await post(by, formWaitingUrl, await (await by.open(formWaitingUrl)).text(), values);

/**
 * Fills in the pages of a form as a person in a browser does: opens each, agrees to be named, posts
 * its fields by their place, and lets the workflow end at the last one.
 * @param by the browser; that of the owner of n8n unless another is given
 */
export const submitFormAs = async (
	n8n: N8n,
	by: Browsing,
	formPath: string,
	values: readonly FormValue[],
	...answers: readonly Answer[]
): Promise<Ending> => {
	const url = `${n8n.url}/form/${formPath}`;
	const first = await asSoonAsThere(url, async () => await by.open(url));
	const response = await post(by, url, await first.text(), values);
	const { formWaitingUrl } = submitted.parse(await response.json());
	for (const answer of answers) {
		const page = await pageAt(by, formWaitingUrl);
		const given = await answer(page, formWaitingUrl);
		// The answer leads to the next page: to follow it would fill that one in, too.
		if (given) await post(by, formWaitingUrl, page, given);
	}
	const page = await pageAt(by, formWaitingUrl);
	await post(by, formWaitingUrl, page, []);
	const [id = ''] = new URL(formWaitingUrl).pathname.split('/').slice(-1);
	return { page, execution: await readExecution(n8n, id) };
};

/** Fills in the pages of a form as the owner of n8n. */
export const submitForm = async (
	n8n: N8n,
	formPath: string,
	values: readonly FormValue[],
	...answers: readonly Answer[]
): Promise<Ending> =>
	await submitFormAs(n8n, browseAs(n8n, n8n.cookie), formPath, values, ...answers);
