import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** The names of the hidden fields of a credential that mark which of its fields are expressions. */
export const expressionMark = (name: string): string =>
	`usesExpressionIn${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const marks = new RegExp(`^${expressionMark('')}`);

/** Whether a field of a credential is an expression: n8n sets its mark only then. */
export const usesExpressions = (data: ICredentialDataDecryptedObject): boolean =>
	Object.keys(data).some((name) => marks.test(name));
