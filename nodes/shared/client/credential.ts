import { createHmac, randomBytes } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { Explained } from '../words/explained';
import type { Context } from './clock';

/** The values of the Authentication parameter: the credential types themselves. */
export type CredentialType =
	| 'contractWorkflowApi'
	| 'contractWorkflowAccessTokenApi'
	| 'contractWorkflowOAuth2Api';

/** What a credential gives: n8n resolves its expressions for one item. */
export type CredentialData = ICredentialDataDecryptedObject & {
	readonly baseUrl: string;
	/** Whether a field is an expression; absent where it is not. */
	readonly usesExpressions?: boolean;
};

/** The fields that no request can do without. */
const neededFields: Readonly<Record<CredentialType, readonly string[]>> = {
	contractWorkflowApi: ['baseUrl', 'apiKey'],
	contractWorkflowAccessTokenApi: ['baseUrl', 'accessToken'],
	contractWorkflowOAuth2Api: ['baseUrl'],
};

/** An expression in the credential gives nothing. */
export class UnresolvedCredential extends Explained {
	override readonly name = 'UnresolvedCredential';

	constructor() {
		super(
			'An expression in the credential has no value',
			'Check the expression. An expression that uses an item has a value only when the workflow runs. Lists in the panel and the credential test have no item, so enter IDs by hand.',
		);
	}
}

const isMissing = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * Reads a credential for an item, or for none in the panel.
 * @throws {UnresolvedCredential} when an expression in it gives nothing.
 */
export const readCredential = async (
	context: Context,
	type: CredentialType,
	itemIndex?: number,
): Promise<CredentialData> => {
	const data = await context
		.getCredentials<CredentialData>(type, itemIndex)
		.catch((error: unknown) => {
			throw error instanceof Error && error.name === 'ExpressionError'
				? new UnresolvedCredential()
				: (error as Error);
		});
	const isUnresolved =
		data.usesExpressions && neededFields[type].some((name) => isMissing(data[name]));
	if (isUnresolved) throw new UnresolvedCredential();
	return data;
};

/** It never leaves this process, so neither can what is made with it be compared outside. */
const processKey = randomBytes(32);

/**
 * Tells credentials apart within this process: by n8n's ID and by what they give. A renewed OAuth2
 * token is no other credential.
 */
export const identityOf = (
	context: Context,
	type: CredentialType,
	{ oauthTokenData: _, ...data }: CredentialData,
): string => {
	const id = context.getNode().credentials?.[type]?.id;
	return createHmac('sha256', processKey)
		.update(JSON.stringify([type, id, data]))
		.digest('base64url');
};
