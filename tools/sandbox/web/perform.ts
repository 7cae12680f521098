import type { Contract, EndpointName } from '../../../src/contract';
import { contract } from '../../../src/contract';
import type { Call } from '../api/handler';
import { invalidRefusal } from '../api/invalidRequest';
import type { Refusal } from '../api/refusal';
import { parseBody } from '../api/validation';
import { handlers } from '../handlers';
import type { Service } from '../service';

/**
 * Does the same as a request to the endpoint: the same checks, the same handler, one transaction.
 * The body names the member who acts.
 * @throws Refusal as the API would return it.
 */
export const perform = <Name extends EndpointName>(
	service: Service,
	organizationId: number,
	name: Name,
	params: unknown,
	body: { readonly user_email: string },
): void => {
	const member = { userId: 0, email: '' };
	const actor = { organizationId, member, apiKeyId: null, rateBucket: '', rateLimit: null };
	const parsed = parseBody(contract[name], body);
	if ('issues' in parsed) {
		throw invalidRefusal(name, { params, body, issues: parsed.issues, actor }, service);
	}
	const call = { params, query: undefined, body: parsed.value, actor } as Call<Contract[Name]>;
	service.store.transaction(() => handlers[name](call, service));
};

/** A refusal in words, one per fault. */
export const wordsOf = ({ detail }: Refusal): string[] =>
	typeof detail === 'string'
		? [`${detail}.`]
		: detail.map(({ loc, msg }) => `${loc.slice(1).join(' › ')}: ${msg}.`);
