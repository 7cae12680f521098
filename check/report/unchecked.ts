import { z } from 'zod';
import type { Endpoint } from '../../src/contract';

/**
 * An endpoint whose input is sent as it is, to see how the service answers what the contract does
 * not allow. Where it goes, and that it writes nothing, stays the contract's.
 */
export const unchecked = <E extends Endpoint>(endpoint: E): Endpoint => ({
	...endpoint,
	...(endpoint.params && { params: z.record(z.unknown()) }),
	...(endpoint.query && { query: z.record(z.unknown()) }),
	...(endpoint.body && { body: z.record(z.unknown()) }),
});
