import type { HttpRequest, Policy } from '../../../src';
import { responseOf, tried } from '../../../src';
import type { Context } from './clock';
import { steadyNow } from './clock';
import type { Mask } from './mask';

/**
 * Writes a line to n8n's debug log for each try of a request: without its body, its query and any
 * secret.
 */
export const tracing = ({ logger }: Context, mask: Mask): Policy => {
	const tries = new WeakMap<HttpRequest, number>();
	return (next) => async (request) => {
		const began = steadyNow();
		const outcome = await tried(next(request));
		const attempt = (tries.get(request) ?? 0) + 1;
		tries.set(request, attempt);
		const end = 'response' in outcome ? outcome.response.status : String(outcome.failure);
		const path = request.path.replace(/\?.*/, '');
		const took = `${end} in ${Math.round(steadyNow() - began)} ms, try ${attempt}`;
		logger.debug(mask(`Contract Workflow: ${request.method} ${path} ${took}`));
		return responseOf(outcome);
	};
};
