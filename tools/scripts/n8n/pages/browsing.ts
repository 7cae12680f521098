import { z } from 'zod';
import type { N8n } from '../rest';

const details = z.object({ data: z.object({ scopes: z.array(z.string()).optional() }) });
const answered = z.object({ redirectUrl: z.string().optional() }).passthrough();
const consented = z.object({ data: answered });

const mostRedirects = 20;

/** A person's browser: it keeps cookies, follows redirects and can be signed in to n8n. */
export interface Browsing {
	/**
	 * Opens a page as a person does, and consents when n8n asks to share their identity with a form.
	 */
	open(url: string): Promise<Response>;
	/**
	 * Consents on n8n's page that asks for it, and returns where that leads.
	 * @throws Error when n8n refuses the person
	 */
	agree(): Promise<string | undefined>;
	/** Sends a request to a page without following redirects. */
	send(url: string, request: RequestInit): Promise<Response>;
}

/**
 * A browser with the cookies of an n8n session.
 * @param cookie the value of the request header; absent for a person who is not signed in
 */
export const browseAs = (n8n: Pick<N8n, 'url'>, cookie = ''): Browsing => {
	const jar = new Map(
		cookie
			.split('; ')
			.filter((pair) => pair !== '')
			.map((pair): [string, string] => [
				pair.slice(0, pair.indexOf('=')),
				pair.slice(pair.indexOf('=') + 1),
			]),
	);
	const send = async (url: string, request: RequestInit): Promise<Response> => {
		const headers = new Headers(request.headers);
		headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
		headers.set('connection', 'close');
		const signal = AbortSignal.timeout(20_000);
		const response = await fetch(url, { ...request, headers, redirect: 'manual', signal });
		for (const header of response.headers.getSetCookie()) {
			const [pair = ''] = header.split(';', 1);
			jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
		}
		return response;
	};
	const consent = async (path: string, request: RequestInit): Promise<unknown> => {
		const response = await send(`${n8n.url}/rest/consent/${path}`, request);
		if (!response.ok) throw new Error(`n8n answered the consent with ${response.status}.`);
		return await response.json();
	};
	const agree = async (): Promise<string | undefined> => {
		const { scopes } = details.parse(await consent('details', {})).data;
		const answer = await consent('approve', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ approved: true, scopes }),
		});
		return consented.parse(answer).data.redirectUrl;
	};
	return {
		send,
		agree,
		async open(url) {
			let at = url;
			for (let redirects = 0; redirects < mostRedirects; redirects += 1) {
				const response = await send(at, {});
				const next =
					new URL(at).pathname === '/oauth/consent'
						? await agree().catch(() => undefined)
						: response.headers.get('location');
				if (!next) return response;
				at = new URL(next, at).href;
			}
			throw new Error(`${url} leads to more than ${mostRedirects} pages.`);
		},
	};
};
