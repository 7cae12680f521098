import type { IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../../../src';
import { getOrgInfo, invalidField, isClientError } from '../../../src';
import type { Connection, ConnectionOptions } from '../../shared/client/connection';
import { connect } from '../../shared/client/connection';
import type { CredentialData, CredentialType } from '../../shared/client/credential';
import {
	UnresolvedCredential,
	identityOf,
	readCredential,
	usesExpressions,
} from '../../shared/client/credential';
import { recentMap } from '../../shared/client/recent';
import { Explained, supplement } from '../../shared/words/explained';
import type { Download } from '../files/download';
import { downloadOf } from '../files/download';
import type { Ask } from '../operation';
import type { Limits } from './limits';

/** How the items of a run reach the service: all with the credential of the first one. */
export interface Access extends Connection {
	readonly download: Download;
	/** Requests that items make before anything is sent. */
	readonly ask: Ask;
	/** The name of the API key's organization, requested once per process. */
	readonly organizationName: () => Promise<string>;
	/**
	 * What tells the organization from others: n8n's ID of the credential, or if the credential uses
	 * expressions, the name of the organization.
	 */
	readonly owner: () => Promise<string>;
	/**
	 * Checks the credential of an item, if a field of the credential is an expression.
	 * @throws {UnresolvedCredential} when an expression returns nothing for the item.
	 * @throws {Explained} when the credential differs from that of the first item.
	 */
	readonly checkAt: (index: number) => Promise<void>;
}

/** Whether an error is about one item. Otherwise the service did not respond, or refused the key. */
export const isOfItem = (error: unknown): boolean =>
	!isClientError(error) || error.name === 'InvalidInput';

/** Maximum responses to share: a task has kilobytes, and a dry run may read 10,000 of them. */
const mostShared = 200;

/** Responses that the items of one run share while they are prepared, errors included. */
const askOf = (client: Client): Ask => {
	const known = recentMap<Promise<unknown>>({ most: mostShared });
	return async (endpoint, input) => {
		const key = JSON.stringify([endpoint.path, input]);
		return await (known.get(key) ?? known.set(key, client.call(endpoint, input)));
	};
};

/** Names by the identity of the credential: the organization of a key never changes (section 5). */
const organizations = recentMap<string>({ most: 1_000 });

const organizationNameOf = async ({ identity }: Connection, ask: Ask): Promise<string> => {
	const known = organizations.get(identity);
	if (known !== undefined) return known;
	const addition =
		'The node asked which organization the API key belongs to. Nothing else was sent.';
	try {
		const { org_name: name } = (await ask(getOrgInfo, {})) as { readonly org_name?: unknown };
		if (typeof name === 'string' && name !== '') return organizations.set(identity, name);
		throw invalidField('org_name', getOrgInfo);
	} catch (error) {
		throw supplement(error, { addition });
	}
};

/** The credential of the first item for which it has a value. */
const readFirst = async (
	read: (index: number) => Promise<CredentialData>,
	last: number,
	index = 0,
): Promise<CredentialData> =>
	await read(index).catch(async (error: unknown) => {
		if (!(error instanceof UnresolvedCredential) || index >= last) throw error;
		return await readFirst(read, last, index + 1);
	});

const differs = (): Explained =>
	new Explained(
		'The credential gives different data for this item',
		'The node sends all items of a run with the credential of the first one. Put Loop Over Items with a batch size of 1 in front of this node, or use one node for each organization.',
	);

/**
 * Reads the credential of a run.
 * @param options with `writes` if the run writes
 * @throws what `connect` throws.
 */
export const createAccess = async (
	context: IExecuteFunctions,
	type: CredentialType,
	limits: Limits,
	options: Pick<ConnectionOptions, 'onWait' | 'writes'>,
): Promise<Access> => {
	const read = async (index: number) => await readCredential(context, type, index);
	const data = await readFirst(read, context.getInputData().length - 1);
	const connection = await connect(context, type, { ...options, ...limits }, data);
	const ask = askOf(connection.client);
	const organizationName = async () => await organizationNameOf(connection, ask);
	const { id } = context.getNode().credentials?.[type] ?? {};
	const byItem = usesExpressions(data);
	return {
		...connection,
		ask,
		download: downloadOf(context, connection, limits.mostBytes),
		organizationName,
		owner: async () => (byItem ? await organizationName() : (id ?? '')),
		async checkAt(index) {
			if (!byItem) return;
			const found = await read(index);
			if (identityOf(context, type, found) === connection.identity) return;
			throw differs();
		},
	};
};
