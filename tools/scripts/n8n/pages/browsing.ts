import { z } from 'zod';
import type { N8n } from '../rest';

const details = z.object({ data: z.object({ scopes: z.array(z.string()).optional() }) });
const consented = z.object({
	data: z.object({ redirectUrl: z.string().optional() }).passthrough(),
});

const mostRedirects = 20;

/** A person's browser: it keeps cookies, follows redirects and can be signed in to n8n. */
export interface Browsing {
	/**
	 * Opens a page as a person does, and consents when n8n asks to share their identity with a form.
	 */
	open(url: string): Promise<Response>;
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
	/** Consents on n8n's page that asks to share a person's identity with a form or chat. */
	const agree = async (): Promise<string | undefined> => {
		const asked = await send(`${n8n.url}/rest/consent/details`, {});
		if (!asked.ok) return undefined;
		const { scopes } = details.parse(await asked.json()).data;
		const answer = await send(`${n8n.url}/rest/consent/approve`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ approved: true, scopes }),
		});
		return consented.parse(await answer.json()).data.redirectUrl;
	};
	return {
		send,
		async open(url) {
			let at = url;
			for (let redirects = 0; redirects < mostRedirects; redirects += 1) {
				const response = await send(at, {});
				const next =
					new URL(at).pathname === '/oauth/consent'
						? await agree()
						: response.headers.get('location');
				if (!next) return response;
				at = new URL(next, at).href;
			}
			throw new Error(`${url} leads to more than ${mostRedirects} pages.`);
		},
	};
};
