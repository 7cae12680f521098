import { z } from 'zod';
import { SetupError } from '../script';
import type { owner } from './owner';

type Owner = typeof owner;

/** The editor's REST interface of an n8n, logged in. Paths are relative to `/rest`. */
export interface N8n {
	readonly url: string;
	/** The session, as the value of a `Cookie` header. */
	readonly cookie: string;
	/**
	 * Sends one request and returns the `data` of the response, parsed with the schema.
	 * @throws RestError when n8n returns another status than 2xx
	 */
	request<Data>(
		method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
		path: string,
		schema: z.ZodType<Data, z.ZodTypeDef, unknown>,
		body?: unknown,
	): Promise<Data>;
}

/** n8n refused a request. */
export class RestError extends Error {
	override name = 'RestError';

	constructor(
		request: string,
		readonly status: number,
		body: string,
	) {
		super(`n8n answered ${request} with ${status}: ${body}`);
	}
}

const timeoutMs = 60_000;
const envelope = z.object({ data: z.unknown() });
const settings = z.object({
	userManagement: z.object({ showSetupOnFirstLoad: z.boolean().optional() }),
});

const send = async (url: string, method: string, path: string, cookie?: string, body?: unknown) => {
	const response = await fetch(`${url}/rest${path}`, {
		method,
		headers: {
			'content-type': 'application/json',
			// n8n closes a connection that is idle for seconds, and a busy process would notice too late.
			connection: 'close',
			...(cookie ? { cookie } : {}),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		signal: AbortSignal.timeout(timeoutMs),
	});
	const text = await response.text();
	if (!response.ok) throw new RestError(`${method} ${path}`, response.status, text);
	return { response, data: envelope.parse(JSON.parse(text)).data };
};

/**
 * Logs in to an n8n, after creating the owner if there is none yet.
 * @throws SetupError when it has another owner or the password was changed
 */
export const connect = async (url: string, by: Owner): Promise<N8n> => {
	const { data } = await send(url, 'GET', '/settings');
	const isNew = settings.parse(data).userManagement.showSetupOnFirstLoad === true;
	const login = { emailOrLdapLoginId: by.email, password: by.password };
	const { response } = await (
		isNew
			? send(url, 'POST', '/owner/setup', undefined, by)
			: send(url, 'POST', '/login', undefined, login)
	).catch((error: unknown) => {
		if (!(error instanceof RestError) || error.status !== 401) throw error;
		throw new SetupError(
			`The n8n at ${url} does not accept the login ${by.email} with the password ` +
				`${by.password}: reset them in n8n under Settings > Personal.`,
		);
	});
	const cookie = response.headers
		.getSetCookie()
		.map((header) => header.split(';', 1)[0])
		.join('; ');
	return resume(url, cookie);
};

/** The interface of an n8n for a session from `connect`. n8n allows few logins per minute. */
export const resume = (url: string, cookie: string): N8n => ({
	url,
	cookie,
	async request(method, path, schema, body) {
		const answer = await send(url, method, path, cookie, body);
		return schema.parse(answer.data);
	},
});
