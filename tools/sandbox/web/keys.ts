import type { FastifyInstance } from 'fastify';
import { oauthPaths } from '../oauth/routes';
import { sampleData } from '../seed';
import type { Service } from '../service';
import type { Credential } from './credentials';
import { accessTokens, apiKeys } from './credentials';
import { sendPage } from './page';

/** A value to copy. */
interface Copyable {
	readonly name: string;
	readonly value: string;
	/** How the API responds to it, if it is a credential. */
	readonly answer?: string;
	readonly isAccepted?: boolean;
	readonly note?: string;
}

interface Group {
	readonly title: string;
	readonly note?: string;
	readonly entries: readonly Copyable[];
}

const copyableOf = ({ name, secret, answer, isAccepted, ...of }: Credential): Copyable => ({
	name,
	value: secret,
	answer,
	isAccepted,
	note: [of.organization, of.member].filter(Boolean).join(', '),
});

const groups = (service: Service, baseUrl: string): Group[] => {
	const { appUrl } = service;
	const { clientId, clientSecret } = sampleData(service.store).oauthApplication;
	return [
		{
			title: 'Addresses',
			entries: [
				{ name: 'Base URL of the API', value: baseUrl },
				{ name: 'Web application', value: appUrl },
			],
		},
		{
			title: 'API keys',
			note: 'Header X-API-Key',
			entries: apiKeys(service).map(copyableOf),
		},
		{
			title: 'OAuth application',
			entries: [
				{ name: 'Authorization URL', value: `${appUrl}${oauthPaths.authorization}` },
				{ name: 'Access token URL', value: `${appUrl}${oauthPaths.token}` },
				{ name: 'Client ID', value: clientId },
				{ name: 'Client secret', value: clientSecret },
			],
		},
		{
			title: 'OAuth access tokens',
			note: 'Header Authorization: Bearer',
			entries: accessTokens(service).map(copyableOf),
		},
	];
};

/** The page with everything a caller needs: URLs, keys, the application and tokens. */
export const addKeyPage = (app: FastifyInstance, service: Service, baseUrl: () => string): void => {
	app.get('/keys', (_request, reply) =>
		sendPage(reply, service, 'keys', {
			title: 'Keys',
			section: 'Keys',
			groups: groups(service, baseUrl()),
		}),
	);
};
