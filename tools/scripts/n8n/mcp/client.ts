import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
	OAuthClientInformationMixed,
	OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Browsing } from '../pages/browsing';
import { browseAs } from '../pages/browsing';
import type { N8n } from '../rest';

/** The redirect URL of a desktop client. Nothing listens here. */
const redirectUrl = 'http://127.0.0.1:33418/callback';

/** The OAuth2 state of a client with n8n. Its code comes from the consent of the person in a browser. */
const signIn = (by: Browsing) => {
	let information: OAuthClientInformationMixed | undefined;
	let received: OAuthTokens | undefined;
	let [verifier, code] = ['', ''];
	const authProvider: OAuthClientProvider = {
		redirectUrl,
		clientMetadata: {
			client_name: 'MCP client',
			redirect_uris: [redirectUrl],
			grant_types: ['authorization_code', 'refresh_token'],
			response_types: ['code'],
			token_endpoint_auth_method: 'none',
		},
		clientInformation: () => information,
		saveClientInformation: (given) => void (information = given),
		tokens: () => received,
		saveTokens: (given) => void (received = given),
		codeVerifier: () => verifier,
		saveCodeVerifier: (given) => void (verifier = given),
		async redirectToAuthorization(authorization) {
			await by.send(authorization.href, {});
			code = new URL((await by.agree()) ?? '').searchParams.get('code') ?? '';
		},
	};
	return { authProvider, code: () => code, token: () => received?.access_token ?? '' };
};

/** A connection of a person's MCP client. */
export interface McpConnection {
	readonly client: Client;
	/** The token with which the client authenticates to n8n. */
	readonly token: string;
	readonly sessionId: string;
}

/** The URL of n8n's MCP Server Trigger with a path. */
export const mcpAddress = ({ url }: N8n, path: string): URL => new URL(`${url}/mcp/${path}`);

export const newMcpClient = (): Client => new Client({ name: 'scripted', version: '1.0.0' });

/**
 * Connects an MCP client to a published MCP Server Trigger over Streamable HTTP, with n8n's OAuth2.
 * @param by the browser of the person who calls; that of the owner of n8n by default
 * @throws Error when n8n refuses the person
 */
export const connectMcp = async (
	n8n: N8n,
	path: string,
	by: Browsing = browseAs(n8n, n8n.cookie),
): Promise<McpConnection> => {
	const { authProvider, code, token } = signIn(by);
	const address = mcpAddress(n8n, path);
	const refused = new StreamableHTTPClientTransport(address, { authProvider });
	await newMcpClient()
		.connect(refused)
		.catch(async (error: unknown) => {
			if (!(error instanceof UnauthorizedError)) throw error;
			await refused.finishAuth(code());
		});
	const client = newMcpClient();
	const transport = new StreamableHTTPClientTransport(address, { authProvider });
	await client.connect(transport);
	return { client, token: token(), sessionId: transport.sessionId ?? '' };
};

/** Calls a tool, and returns the text that the client's model reads. */
export const callTool = async (
	client: Client,
	name: string,
	args: Record<string, unknown>,
): Promise<string> => {
	const { content } = (await client.callTool({ name, arguments: args })) as CallToolResult;
	return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
};
