import type { z } from 'zod';
import type { Contract, Endpoint, EndpointName, OutputOf } from '../../../src/contract';
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

/** The body of a response as JSON text that SQLite composed. It is sent unchanged. */
export class JsonText<Body> {
	declare readonly body?: Body;
	constructor(readonly text: string) {}
}

/**
 * Handles one endpoint with the store. Runs inside a transaction: an error rolls back everything
 * that it wrote.
 */
export type Handler<E extends Endpoint> = (
	call: Call<E>,
	service: Service,
) => OutputOf<E> | JsonText<OutputOf<E>>;

/** A handler for every endpoint of the contract. A missing one does not compile. */
export type Handlers = { readonly [Name in EndpointName]: Handler<Contract[Name]> };

/** The handler of one endpoint by its name. */
export type HandlerOf<Name extends EndpointName> = Handlers[Name];
