import { createHmac, randomBytes } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { Explained } from '../words/explained';
import type { Context } from './clock';
import { usesExpressions } from './expressionMark';

/** The values of the Authentication parameter: the credential types themselves. */
export type CredentialType = 'contractWorkflowApi' | 'contractWorkflowOAuth2Api';

/** The data of a credential: n8n resolves its expressions for one item. */
export type CredentialData = ICredentialDataDecryptedObject & {
	readonly baseUrl: string;
};

/** The fields that every request needs. */
const neededFields: Readonly<Record<CredentialType, readonly string[]>> = {
	contractWorkflowApi: ['baseUrl', 'apiKey'],
	contractWorkflowOAuth2Api: ['baseUrl'],
};

/** An expression in the credential returns nothing for an item. */
export class UnresolvedCredential extends Explained {
	override readonly name = 'UnresolvedCredential';

	/** @param reason n8n's message about the expression, if any */
	constructor(reason?: string) {
		super(
			'An expression in the credential has no value',
			'Check the expression, and whether this item has what it uses.',
			{},
			reason === undefined ? [] : [`n8n says: ${reason}`],
		);
	}
}

/** An expression in the credential returns nothing without an item. */
class NeedsItem extends Explained {
	override readonly name = 'NeedsItem';

	constructor() {
		super(
			'An expression in the credential needs an item, and there is none here',
			'It has a value only when the workflow runs. Enter IDs by hand, and give a trigger a credential without such an expression.',
		);
	}
}

const isMissing = (value: unknown): boolean =>
	typeof value === 'string' ? value.trim() === '' : typeof value !== 'number';

/** Whether an expression returns nothing for a field that every request needs. */
export const isUnresolved = (type: CredentialType, data: ICredentialDataDecryptedObject): boolean =>
	usesExpressions(data) && neededFields[type].some((name) => isMissing(data[name]));

/**
 * Reads a credential for an item, or without an item in the panel.
 * @throws {UnresolvedCredential | NeedsItem} when an expression in it returns nothing.
 */
export const readCredential = async (
	context: Context,
	type: CredentialType,
	itemIndex?: number,
): Promise<CredentialData> => {
	const unresolved = (reason?: string) =>
		itemIndex === undefined ? new NeedsItem() : new UnresolvedCredential(reason);
	const data = await context
		.getCredentials<CredentialData>(type, itemIndex)
		.catch((error: unknown) => {
			throw error instanceof Error && error.name === 'ExpressionError'
				? unresolved(error.message.replace(' [Error resolving credentials]', ''))
				: (error as Error);
		});
	if (isUnresolved(type, data)) throw unresolved();
	return data;
};

/** It never leaves this process, so identities cannot be compared outside of it. */
const processKey = randomBytes(32);

/**
 * Identifies a credential within this process, by n8n's ID and its data. A renewed OAuth2 token
 * does not change it.
 */
export const identityOf = (
	context: Context,
	type: CredentialType,
	{ ...data }: CredentialData,
): string => {
	delete data.oauthTokenData;
	const id = context.getNode().credentials?.[type]?.id;
	return createHmac('sha256', processKey)
		.update(JSON.stringify([type, id, data]))
		.digest('base64url');
};
