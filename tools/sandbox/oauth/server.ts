import type { Request, Response, ServerOptions } from '@node-oauth/oauth2-server';
import type { SandboxOptions } from '../options';
import type { Service } from '../service';
import { createUnitOfWork } from './model';

/** A request as the library reads it. */
export interface OAuthRequest {
	readonly method: string;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly query: Readonly<Record<string, string>>;
	readonly body: Readonly<Record<string, string>>;
}

/** The response to a request. */
export interface OAuthAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** Empty for a redirect. */
	readonly body: unknown;
	/** What is wrong, in words; null if nothing is. */
	readonly problem: string | null;
}

/** How long an authorization code is valid, in seconds. */
const codeLifetime = 600;

const settings = (options: SandboxOptions) => ({
	accessTokenLifetime: options.accessTokenSeconds,
	refreshTokenLifetime: options.refreshTokenSeconds,
	authorizationCodeLifetime: codeLifetime,
	allowEmptyState: true,
	// Several items of a workflow can find the same token expired and refresh it at the same time.
	alwaysIssueNewRefreshToken: false,
});

// Loaded when first needed, so that the sandbox starts faster.
const library = () => import('@node-oauth/oauth2-server').then((module) => module.default);

const answerOf = ({ status = 200, headers = {}, body }: Response, problem: string | null) => ({
	status,
	headers,
	body: body as unknown,
	problem,
});

const handle = async (
	service: Service,
	given: OAuthRequest,
	work: (request: Request, response: Response, options: ServerOptions) => Promise<unknown>,
): Promise<OAuthAnswer> => {
	const { OAuthError, Request, Response } = await library();
	const headers = given.headers as Record<string, string>;
	const request = new Request({ ...given, headers, query: { ...given.query }, body: given.body });
	const response = new Response();
	const { model, commit } = createUnitOfWork(service);
	try {
		await work(request, response, { ...settings(service.options), model });
	} catch (error) {
		if (!(error instanceof OAuthError) || error.code >= 500) throw error;
		// A code counts as used even if its exchange was refused.
		commit();
		const { code, name, message } = error;
		if (response.headers?.location) return answerOf(response, message);
		const body = { error: name, error_description: message };
		return { status: code, headers: { ...response.headers }, body, problem: message };
	}
	if (commit()) return answerOf(response, null);
	const message = 'Invalid grant: authorization code is invalid';
	const body = { error: 'invalid_grant', error_description: message };
	return { status: 400, headers: {}, body, problem: message };
};

/** Issues an authorization code to the application, as `userId` decided on the consent page. */
export const authorize = (
	service: Service,
	request: OAuthRequest,
	userId: number,
): Promise<OAuthAnswer> =>
	handle(service, request, async (asked, response, options) => {
		const Server = await library();
		const authenticateHandler = { handle: () => ({ userId }) };
		await new Server(options).authorize(asked, response, { authenticateHandler });
	});

/** Issues tokens: for an authorization code, a refresh token, or the application itself. */
export const issueTokens = (service: Service, request: OAuthRequest): Promise<OAuthAnswer> =>
	handle(service, request, async (asked, response, options) => {
		const Server = await library();
		await new Server(options).token(asked, response);
	});
