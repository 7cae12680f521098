import type { z } from 'zod';
import type { Contract, Endpoint, EndpointName, OutputOf } from '../../src/contract';
import type { Service } from '../service';
import type { Actor } from './authentication';

type Part<E, Name extends 'params' | 'query' | 'body'> =
	E extends Readonly<Record<Name, infer Schema extends z.ZodTypeAny>>
		? z.output<Schema>
		: undefined;

/** A validated request, with the contract's defaults filled in. */
export interface Call<E extends Endpoint> {
	readonly params: Part<E, 'params'>;
	readonly query: Part<E, 'query'>;
	readonly body: Part<E, 'body'>;
	readonly actor: Actor;
}

/** The body of an answer as JSON text, in parts that are sent as they are. */
export type Serialized<Body> = readonly Uint8Array[] & { readonly body?: Body };

/**
 * Answers one endpoint from the store and changes it. Runs inside a transaction; what it throws
 * undoes all that it wrote.
 */
export type Handler<E extends Endpoint> = (
	call: Call<E>,
	service: Service,
) => OutputOf<E> | Serialized<OutputOf<E>>;

/** A handler for every endpoint of the contract: one that is missing does not compile. */
export type Handlers = { readonly [Name in EndpointName]: Handler<Contract[Name]> };

/** The handler of one endpoint by its name. */
export type HandlerOf<Name extends EndpointName> = Handlers[Name];
