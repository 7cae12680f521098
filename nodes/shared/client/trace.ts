import type { HttpRequest, Policy, WaitReason } from '../../../src';
import { responseOf, tried } from '../../../src';
import type { Context } from './clock';
import { steadyNow } from './clock';
import type { Mask } from './mask';

const waits: Readonly<Record<WaitReason, string>> = {
	window: 'waited for the rate limit',
	first: 'waited for the first response after a window',
	outage: 'waited for a service that was down',
};

/**
 * Writes a line to n8n's debug log for each try of a request: without its body, its query and any
 * secret. `waited` notes why the next try of a request waits.
 */
export const traceOf = ({ logger }: Context, mask: Mask) => {
	const tries = new WeakMap<HttpRequest, number>();
	const reasons = new WeakMap<HttpRequest, WaitReason>();
	const policy: Policy = (next) => async (request) => {
		const began = steadyNow();
		const outcome = await tried(next(request));
		const attempt = (tries.get(request) ?? 0) + 1;
		tries.set(request, attempt);
		const end = 'response' in outcome ? outcome.response.status : String(outcome.failure);
		const path = request.path.replace(/\?.*/, '');
		const took = `${end} in ${Math.round(steadyNow() - began)} ms, try ${attempt}`;
		const reason = reasons.get(request);
		const why = reason ? `, ${waits[reason]}` : '';
		logger.debug(mask(`Contract Workflow: ${request.method} ${path} ${took}${why}`));
		reasons.delete(request);
		return responseOf(outcome);
	};
	return {
		policy,
		waited: (reason: WaitReason, request: HttpRequest) => reasons.set(request, reason),
	};
};
