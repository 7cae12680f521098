import { z } from 'zod';
import { eventually } from '../eventually';
import { readExecution } from '../executions';
import type { N8n } from '../rest';
import type { Browsing } from './browsing';
import { browseAs } from './browsing';

/**
 * Retries a request to an n8n URL until it exists: a published trigger starts listening a moment
 * later.
 */
const asSoonAsThere = async (url: string, ask: () => Promise<Response>): Promise<Response> =>
	await eventually(`Nothing is listening at ${url}`, async () => {
		const response = await ask();
		return response.status === 404 ? undefined : response;
	});

/** Sends a request to an n8n URL once it exists. */
export const sendTo = async (url: string, request: () => RequestInit): Promise<Response> =>
	await asSoonAsThere(
		url,
		async () => await fetch(url, { signal: AbortSignal.timeout(20_000), ...request() }),
	);

const submitted = z.object({ formWaitingUrl: z.string() });

/** The value of a form field, or the choices in a field with checkboxes. */
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

/** A page without its proof of identity, which is another one each time. */
const contentOf = (page: string): string => page.replace(/authToken = '[^']+'/, '');

/**
 * Waits until a run shows a page of its form, and returns the page. n8n can show the page that was
 * posted, `before`, for a moment.
 */
const pageAt = async (by: Browsing, formWaitingUrl: string, before = ''): Promise<string> => {
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	return await eventually('The form showed no page', async () => {
		const state = (await (await by.send(status.href, {})).text()).trim();
		// In queue mode, a run is new until a worker starts it. n8n 1 is waiting before it reports for
		// what.
		if (['running', 'new', 'waiting'].includes(state)) return undefined;
		if (state !== 'form-waiting') throw new Error(`The form ended with ${state}.`);
		const page = await (await by.open(formWaitingUrl)).text();
		return contentOf(page) === contentOf(before) ? undefined : page;
	});
};

/** The proof of identity in a page of a form; empty if nobody has to sign in. */
const signed = (page: string): Record<string, string> => {
	const [, token] = /authToken = '([^']+)'/.exec(page) ?? [];
	return token === undefined ? {} : { 'x-auth-token': token };
};

/**
 * Returns the field values for a page between the first and the last one, given its content;
 * undefined if it filled in the page itself.
 */
export type Answer = (
	page: string,
	formWaitingUrl: string,
) => Promise<readonly FormValue[] | undefined>;

/** Submits the fields of a page that a browser has opened. */
const post = async (by: Browsing, url: string, page: string, values: readonly FormValue[]) =>
	await by.send(url, { method: 'POST', headers: signed(page), body: asForm(values) });

/** Opens and submits a page of a waiting form. */
export const fillInPage = async (
	by: Browsing,
	formWaitingUrl: string,
	values: readonly FormValue[],
): Promise<Response> =>
	await post(by, formWaitingUrl, await (await by.open(formWaitingUrl)).text(), values);

/**
 * Fills in the pages of a form as a person in a browser does: opens each, consents to share the
 * identity, posts its fields by position, and lets the workflow end at the last one.
 * @param by the browser; that of the owner of n8n by default
 * @returns what the person sees at the end, and the run
 */
export const submitForm = async (
	n8n: N8n,
	formPath: string,
	values: readonly FormValue[],
	answers: readonly Answer[] = [],
	by: Browsing = browseAs(n8n, n8n.cookie),
) => {
	const url = `${n8n.url}/form/${formPath}`;
	const first = await asSoonAsThere(url, async () => await by.open(url));
	const response = await post(by, url, await first.text(), values);
	const { formWaitingUrl } = submitted.parse(await response.json());
	let page = '';
	for (const answer of answers) {
		page = await pageAt(by, formWaitingUrl, page);
		const given = await answer(page, formWaitingUrl);
		// The response redirects to the next page, and following it would also submit that page.
		if (given) await post(by, formWaitingUrl, page, given);
	}
	page = await pageAt(by, formWaitingUrl, page);
	await post(by, formWaitingUrl, page, []);
	const [id = ''] = new URL(formWaitingUrl).pathname.split('/').slice(-1);
	return { page, execution: await readExecution(n8n, id) };
};
