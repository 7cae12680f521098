import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { sha256Of } from '../digest';
import { isBlank, plainText } from '../fields/propertyValue';
import { Explained } from '../words/explained';
import type { Context } from './clock';

/** The values of the Authentication parameter: the credential types themselves. */
export type CredentialType = 'contractWorkflowApi' | 'contractWorkflowOAuth2Api';

/** The data of a credential: n8n resolves its expressions for one item. */
export type CredentialData = ICredentialDataDecryptedObject & {
	readonly baseUrl: string;
};

/** The name of the hidden field of a credential that marks one of its fields as an expression. */
export const expressionMark = (name: string): string =>
	`usesExpressionIn${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Whether a field of a credential is an expression: n8n sets its mark only then. */
export const usesExpressions = (data: ICredentialDataDecryptedObject): boolean =>
	Object.keys(data).some((name) => name.startsWith(expressionMark('')));

/** The fields that every request needs. */
const neededFields = ['baseUrl', 'apiKey'];

/** An expression in the credential returns nothing. */
export class UnresolvedCredential extends Explained {
	/** @param reason n8n's message about the expression, if any */
	constructor(reason?: string) {
		super(
			'An expression in the credential has no value',
			'Check the expression, and whether this item has what it uses. A list of the panel and a trigger have no item: enter IDs by hand, and give a trigger a different credential.',
			reason === undefined ? [] : [`n8n says: ${reason}`],
		);
	}
}

/** Whether an expression returns no value, or no single one, for a field that every request needs. */
export const isUnresolved = (data: ICredentialDataDecryptedObject): boolean =>
	neededFields.some((name) => expressionMark(name) in data && isBlank(plainText(data[name])));

/**
 * Reads a credential for an item, or without an item in the panel.
 * @throws {UnresolvedCredential} when an expression in it returns nothing.
 */
export const readCredential = async (
	context: Context,
	type: CredentialType,
	itemIndex?: number,
): Promise<CredentialData> => {
	const data = await context
		.getCredentials<CredentialData>(type, itemIndex)
		.catch((error: unknown) => {
			if (!(error instanceof Error) || error.name !== 'ExpressionError') throw error as Error;
			const reason = error.message.replace(' [Error resolving credentials]', '');
			throw new UnresolvedCredential(reason);
		});
	if (isUnresolved(data)) throw new UnresolvedCredential();
	return data;
};

/**
 * Identifies a credential within this process, by n8n's ID and its data. A renewed OAuth2 token
 * does not change it.
 */
export const identityOf = (
	context: Context,
	type: CredentialType,
	{ oauthTokenData: _renewed, ...data }: CredentialData,
): string => {
	const id = context.getNode().credentials?.[type]?.id;
	return sha256Of(JSON.stringify([type, id, data]));
};

/**
 * n8n fills in the default of a field that is not stored. So without a value, an expression has
 * none. An access token has no such field, and only reads.
 * @throws {Explained} when the credential does not allow writes.
 */
export const checkWrites = ({ allow }: ICredentialDataDecryptedObject): void => {
	if (allow === 'everything') return;
	throw new Explained(
		'The credential is read-only',
		'Nothing was sent. Choose an operation that only reads, use a different credential, or set "Permissions" of the credential to Read and Write.',
	);
};
