import type { IExecuteFunctions } from 'n8n-workflow';
import { createSlots, getOrgInfo, isClientError } from '../../../src';
import { clockOf } from '../../shared/client/clock';
import type { Connection, ConnectionOptions } from '../../shared/client/connection';
import { connectWith, mostParallelRequests } from '../../shared/client/connection';
import type { CredentialData, CredentialType } from '../../shared/client/credential';
import { UnresolvedCredential, identityOf, readCredential } from '../../shared/client/credential';
import { usesExpressions } from '../../shared/client/expressionMark';
import type { Mask } from '../../shared/client/mask';
import { recentMap } from '../../shared/client/recent';
import { Explained, causeOf } from '../../shared/words/explained';
import { toNodeError } from '../../shared/words/nodeError';
import type { Downloads } from '../files/download';
import { createDownloads } from '../files/download';
import type { Ask } from '../surroundings';
import { answersOf } from './answers';

/** How items reach the service. Items whose credential has the same data share one. */
export interface Access extends Connection {
	readonly downloads: Downloads;
	/** Requests that items make before anything is sent. */
	readonly ask: Ask;
	/**
	 * The name of the API key's organization (GET /users/org-info, section 4), requested once per
	 * process.
	 * @throws {OrganizationUnknown} when it cannot be requested, or the service does not return it.
	 */
	readonly organizationName: () => Promise<string>;
	/** n8n's ID of the credential. */
	readonly credentialId: string;
	/**
	 * The name of the organization if the credential uses expressions, since its ID then does not
	 * identify the organization; otherwise undefined.
	 * @throws {OrganizationUnknown} when it cannot be requested.
	 */
	readonly owner: () => Promise<string | undefined>;
}

/** The accesses of a run. */
export interface Accesses {
	/**
	 * The access of an item.
	 * @throws what `readCredential` and `connectWith` throw.
	 * @throws {SeveralAccounts} when OAuth2 data differs between items.
	 */
	readonly at: (index: number) => Promise<Access>;
	/** Those that were used so far. */
	readonly all: () => readonly Access[];
	/**
	 * Removes the secrets of an item's access from a value. Before the access is known, removes the
	 * secrets of all of them.
	 */
	readonly maskAt: (index: number) => Mask;
	/** Removes the secrets of all of them from a value. */
	readonly mask: Mask;
}

/** n8n signs each request with the OAuth2 data of the first item. */
class SeveralAccounts extends Explained {
	override readonly name = 'SeveralAccounts';

	constructor() {
		super(
			'The OAuth2 credential gives different data for this item',
			'n8n uses the OAuth2 data of the first item for all items. Put "Loop Over Items" in front of this node, or use one node for each organization.',
		);
	}
}

/** The service did not report which organization the key belongs to. */
class OrganizationUnknown extends Explained {
	override readonly name = 'OrganizationUnknown';

	constructor(message: string, description = '') {
		super(
			message,
			`${description} The node asked which organization the API key belongs to. Nothing else was sent.`,
		);
	}
}

/**
 * Whether an error is about one item. Otherwise the service did not respond, or refused the request
 * or its key.
 */
export const isOfItem = (error: unknown): boolean => {
	const cause = causeOf(error);
	if (cause instanceof OrganizationUnknown) return false;
	return !isClientError(cause) || cause.name === 'InvalidInput';
};

/** Names by the identity of the credential: the organization of a key never changes (section 5). */
const organizations = recentMap<string>({ most: 1_000 });

const organizationNameOf = async (
	context: IExecuteFunctions,
	{ identity, mask }: Connection,
	ask: Ask,
): Promise<string> => {
	const known = organizations.get(identity);
	if (known !== undefined) return known;
	const organization = await ask(getOrgInfo, {}).catch((error: unknown) => {
		if (!isClientError(error)) throw error as Error;
		// In the words of the client: the operation's own texts are about its own request.
		const { message, description } = toNodeError(error, {
			node: context.getNode(),
			mask,
			shownIn: 'run',
		});
		throw new OrganizationUnknown(message, description ?? '');
	});
	const { org_name: name }: { readonly org_name?: unknown } = organization;
	if (typeof name === 'string' && name !== '') return organizations.set(identity, name);
	throw new OrganizationUnknown('The service did not give the name of the organization');
};

interface AccessOptions extends ConnectionOptions {
	/** The largest file to send or to download, in bytes. */
	readonly mostBytes: number;
}

const accessWith = (
	context: IExecuteFunctions,
	credentialType: CredentialType,
	data: CredentialData,
	options: AccessOptions,
): Access => {
	const connection = connectWith(context, credentialType, data, options);
	const ask = answersOf(connection.client);
	const organizationName = async () => await organizationNameOf(context, connection, ask);
	const credentialId = context.getNode().credentials?.[credentialType]?.id ?? '';
	return {
		...connection,
		ask,
		downloads: createDownloads(context, connection, options.mostBytes),
		organizationName,
		credentialId,
		owner: async () => (usesExpressions(data) ? await organizationName() : undefined),
	};
};

/**
 * Reads the credential: once for all items, or for each item if a field is an expression.
 * @throws the error that prevents every item from reaching the service.
 */
export const createAccesses = async (
	context: IExecuteFunctions,
	credentialType: CredentialType,
	options: AccessOptions,
): Promise<Accesses> => {
	const accesses = new Map<string, Access>();
	const all = () => [...accesses.values()];
	const { mostParallel = mostParallelRequests } = options;
	const inSharedSlot = createSlots(clockOf(context), mostParallel);
	const mask: Mask = (value) => all().reduce((masked, access) => access.mask(masked), value);
	const accessFor = (data: CredentialData): Access => {
		const identity = identityOf(context, credentialType, data);
		const known = accesses.get(identity);
		if (known) return known;
		const access = accessWith(context, credentialType, data, { ...options, inSharedSlot });
		accesses.set(identity, access);
		return access;
	};
	const read = async (index: number) => await readCredential(context, credentialType, index);
	const first = await read(0).catch((error: unknown) => {
		if (error instanceof UnresolvedCredential) return undefined;
		throw error;
	});
	if (first && !usesExpressions(first)) {
		const access = accessFor(first);
		return { at: async () => await Promise.resolve(access), all, maskAt: () => mask, mask };
	}
	const masks = new Map<number, Mask>();
	const maskAt = (index: number): Mask => masks.get(index) ?? mask;
	const at = async (index: number): Promise<Access> => {
		const access = accessFor(await read(index));
		masks.set(index, access.mask);
		const isSigned = credentialType !== 'contractWorkflowOAuth2Api' || index === 0;
		if (isSigned || access === accessFor(await read(0))) return access;
		throw new SeveralAccounts();
	};
	return { at, all, maskAt, mask };
};
