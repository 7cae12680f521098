import type { Endpoint } from '../../src/contract';
import { contract } from '../../src/contract';
import type { HttpRequest, Policy } from '../../src/http';

/** A request that may change something was about to be sent. It never is. */
export class WriteRefused extends Error {}

const reading = Object.values<Endpoint>(contract)
	.filter(({ writes }) => !writes)
	.map(({ method, path }) => ({
		method,
		pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}(?:\\?.*)?$`),
	}));

const mayGo = ({ method, path, writes }: HttpRequest): boolean =>
	!writes && reading.some((one) => one.method === method && one.pattern.test(path));

/**
 * Lets through only what the contract says to write nothing, by method and path, whatever the
 * request says of itself. It stands right before the network, so nothing can pass it by.
 */
export const readingOnly: Policy = (next) => async (request) => {
	if (mayGo(request)) return await next(request);
	throw new WriteRefused(`${request.method} ${request.path} is not one of the endpoints that read`);
};
