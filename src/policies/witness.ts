import type { Policy } from '../http';

/** Notifies the witness of a request. Innermost, so that it sees none of the client's own waits. */
export const witness: Policy = (next) => async (request) => {
	if (!request.witness) return await next(request);
	const { goesOut, answered, failed } = request.witness;
	goesOut();
	const response = next(request);
	await response.then(answered, failed);
	return await response;
};
