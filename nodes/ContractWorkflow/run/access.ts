import type { IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../../../src';
import { createSlots, getOrgInfo, invalidField, isClientError } from '../../../src';
import { clockOf } from '../../shared/client/clock';
import type { Connection, ConnectionOptions } from '../../shared/client/connection';
import { connectWith } from '../../shared/client/connection';
import type { CredentialData, CredentialType } from '../../shared/client/credential';
import {
	UnresolvedCredential,
	identityOf,
	readCredential,
	readOnly,
	usesExpressions,
} from '../../shared/client/credential';
import type { Mask } from '../../shared/client/mask';
import { recentMap } from '../../shared/client/recent';
import { Explained, supplement } from '../../shared/words/explained';
import type { Download } from '../files/download';
import { downloadOf } from '../files/download';
import type { Ask } from '../operation';
import type { Limits } from './limits';

/** How items reach the service. Items whose credential has the same data share one. */
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
}

/** The accesses of a run. */
export interface Accesses {
	/**
	 * The access of an item.
	 * @throws what `readCredential` and `connectWith` throw.
	 * @throws {Explained} when the credential does not allow the write, except in a dry run, or OAuth2
	 * data differs between items.
	 */
	readonly at: (index: number) => Promise<Access>;
	/** Removes the secrets of all items so far from a value. */
	readonly mask: Mask;
}

/** Whether an error is about one item. Otherwise the service did not respond, or refused the key. */
export const isOfItem = (error: unknown): boolean =>
	!isClientError(error) || error.name === 'InvalidInput';

/** Responses that the items of one run share while they are prepared, errors included. */
export const askOf = (client: Client): Ask => {
	const known = new Map<string, Promise<unknown>>();
	return async (endpoint, input) => {
		const key = JSON.stringify([endpoint.path, input]);
		const answer = known.get(key) ?? client.call(endpoint, input);
		known.set(key, answer);
		return await answer;
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

/**
 * Reads the credential: once for all items, or for each item if a field is an expression.
 * @param options with `writes` if the run writes
 * @throws the error that prevents every item from reaching the service.
 */
export const createAccesses = async (
	context: IExecuteFunctions,
	type: CredentialType,
	limits: Limits,
	options: Pick<ConnectionOptions, 'onWait' | 'writes'>,
): Promise<Accesses> => {
	const accesses = new Map<string, Access>();
	const inSlot = createSlots(clockOf(context), limits.mostParallel);
	const id = context.getNode().credentials?.[type]?.id ?? '';
	const accessFor = (data: CredentialData): Access => {
		const identity = identityOf(context, type, data);
		const known = accesses.get(identity);
		if (known) return known;
		const { maxWaitMs } = limits;
		const connection = connectWith(context, type, data, { ...options, maxWaitMs, inSlot });
		if (options.writes && !connection.mayWrite) throw readOnly();
		const ask = askOf(connection.client);
		const organizationName = async () => await organizationNameOf(connection, ask);
		const access: Access = {
			...connection,
			ask,
			download: downloadOf(context, connection, limits.mostBytes),
			organizationName,
			owner: async () => (usesExpressions(data) ? await organizationName() : id),
		};
		accesses.set(identity, access);
		return access;
	};
	const read = async (index: number) => await readCredential(context, type, index);
	const first = await read(0).catch((error: unknown) => {
		if (error instanceof UnresolvedCredential) return undefined;
		throw error;
	});
	const only = first && !usesExpressions(first) ? accessFor(first) : undefined;
	return {
		async at(index) {
			if (only) return only;
			const access = accessFor(await read(index));
			// n8n signs each request with the OAuth2 data of the first item.
			const isSigned = type !== 'contractWorkflowOAuth2Api' || index === 0;
			if (isSigned || access === accessFor(await read(0))) return access;
			throw new Explained(
				'The OAuth2 credential gives different data for this item',
				'n8n uses the OAuth2 data of the first item for all items. Put "Loop Over Items" in front of this node, or use one node for each organization.',
			);
		},
		mask: (value) => [...accesses.values()].reduce((masked, access) => access.mask(masked), value),
	};
};
