import type { Policy } from '../http';

/** Tells the witness of a request of it; innermost, so that no wait of ours is seen. */
export const witness: Policy = (next) => async (request) => {
	if (!request.witness) return await next(request);
	const { goesOut, answered, failed } = request.witness;
	goesOut();
	const response = next(request);
	await response.then(answered, failed);
	return await response;
};
