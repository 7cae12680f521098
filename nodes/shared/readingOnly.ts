import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Client, Endpoint } from '../../src';
import { Explained } from './explained';

/** The credential keeps the node from writing; nothing was sent. */
export class ReadingOnly extends Explained {
	override readonly name = 'ReadingOnly';

	constructor() {
		super(
			'The credential allows reading only',
			'Nothing was sent. Choose an operation that reads, or set "Allow" of the credential to Everything, or choose another credential.',
		);
	}
}

/** A credential that was saved before there was a choice allows everything. */
const mayWrite = ({ allow }: ICredentialDataDecryptedObject): boolean =>
	allow === undefined || allow === 'everything';

/**
 * Holds an endpoint against what the credential allows.
 * @throws {ReadingOnly} when it writes and the credential allows reading only.
 */
export const checkAllowed = (
	{ writes }: Endpoint,
	credential: ICredentialDataDecryptedObject,
): void => {
	if (writes && !mayWrite(credential)) throw new ReadingOnly();
};

/** The client, which calls nothing that the credential does not allow. */
export const allowedOnly = (
	client: Client,
	credential: ICredentialDataDecryptedObject,
): Client => ({
	async call(endpoint, input, options) {
		checkAllowed(endpoint, credential);
		if (options?.precondition) checkAllowed(options.precondition.endpoint, credential);
		return await client.call(endpoint, input, options);
	},
	pages(endpoint, input, options) {
		checkAllowed(endpoint, credential);
		return client.pages(endpoint, input, options);
	},
});
