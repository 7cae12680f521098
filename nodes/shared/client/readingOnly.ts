import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Client, Endpoint } from '../../../src';
import { Explained } from '../words/explained';

/** The credential does not allow writes; nothing was sent. */
export class ReadingOnly extends Explained {
	override readonly name = 'ReadingOnly';

	constructor() {
		super(
			'The credential is read-only',
			'Nothing was sent. Choose an operation that only reads, use a different credential, or set "Permissions" of the credential to Read and Write.',
		);
	}
}

/** Without a value, a credential has its default, as when n8n's API created it. */
const mayWrite = ({ allow = 'everything' }: ICredentialDataDecryptedObject): boolean =>
	allow === 'everything';

/** Why the credential does not allow an endpoint; undefined if it does. */
export const refusalOf = (
	{ writes }: Endpoint,
	credential: ICredentialDataDecryptedObject,
): ReadingOnly | undefined => (writes && !mayWrite(credential) ? new ReadingOnly() : undefined);

/** A dry run was about to write, which it never does; nothing was sent. */
class WriteInDryRun extends Explained {
	override readonly name = 'WriteInDryRun';

	constructor({ method, path }: Endpoint) {
		super(
			`A dry run does not call ${method} ${path}`,
			'Nothing was sent. This is a bug in the node. Report it.',
		);
	}
}

/** A client that refuses some endpoints, also in preconditions. */
const heldTo = (
	client: Client,
	refusalFor: (endpoint: Endpoint) => Explained | undefined,
): Client => {
	const check = (endpoint: Endpoint) => {
		const refusal = refusalFor(endpoint);
		if (refusal) throw refusal;
	};
	return {
		async call(endpoint, input, options) {
			check(endpoint);
			if (options?.precondition) check(options.precondition.endpoint);
			return await client.call(endpoint, input, options);
		},
		pages(endpoint, input, options) {
			check(endpoint);
			return client.pages(endpoint, input, options);
		},
	};
};

/** A client that only calls what the credential allows. */
export const allowedOnly = (client: Client, credential: ICredentialDataDecryptedObject): Client =>
	heldTo(client, (endpoint) => refusalOf(endpoint, credential));

/** A client that sends no writes, whatever the credential allows. */
export const readsOnly = (client: Client): Client =>
	heldTo(client, (endpoint) => (endpoint.writes ? new WriteInDryRun(endpoint) : undefined));
