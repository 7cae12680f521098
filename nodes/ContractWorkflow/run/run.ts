import type { IExecuteFunctions } from 'n8n-workflow';
import type { Endpoint, Input, Precondition } from '../../../src';
import type { ItemReader } from '../../shared/fields/parameters';
import type { Parameters } from '../../shared/fields/property';
import type { Asking, Operation, Output, Resource, Surroundings, Target } from '../operation';
import type { Access, Accesses } from './access';
import type { Limits } from './limits';
import type { Tally } from './tally';

/** What is the same for all items of one run of the node. */
export interface Run {
	readonly context: IExecuteFunctions;
	/** The resource's stable id, as stored in workflows. */
	readonly resource: string;
	readonly operation: Operation;
	readonly endpoint: Endpoint;
	/** Whether no writes are sent, and items are returned as plans. */
	readonly isDry: boolean;
	/** How its items reach the service. */
	readonly access: Accesses;
	readonly limits: Limits;
	readonly reader: ItemReader;
	readonly tally: Tally;
	/** The question of an operation that asks a person. */
	readonly asking: Asking<Parameters> | undefined;
}

/** One item, ready to be sent. */
export interface Item extends Surroundings {
	/** Counted from 0, as n8n does. */
	readonly index: number;
	readonly access: Access;
	readonly parameters: Parameters;
	readonly input: Input;
	readonly target: Target | undefined;
	/** Pauses the execution once the item was sent, if the operation asks a person. */
	readonly pause: ((output: object) => Promise<void>) | undefined;
}

/** An item to send, with what each safeguard adds. */
export interface Attempt {
	readonly item: Item;
	/** Checked right before each time the write is sent. */
	readonly precondition?: Precondition;
}

/** Sends an item and returns its output items. */
export type Write = (attempt: Attempt) => Promise<readonly Output[]>;

/** What a safeguard does in one run. */
export interface Protection {
	/**
	 * Prepares an item that was read, while others are prepared too. @throws what is wrong with it.
	 */
	readonly prepare?: (item: Item) => Promise<void>;
	/**
	 * Compares an item with the ones before it, once all are ready. @throws what is wrong with it.
	 */
	readonly compare?: (item: Item) => void;
	/** Wraps the sending of each item. The first safeguard of the list is the outermost. */
	readonly around?: (next: Write) => Write;
	/** Ends the run. `isFinal`: no retry can follow this try. */
	readonly end?: (isFinal: boolean) => Promise<void>;
}

/**
 * Wraps every write, as a policy wraps every request. One folder contains all of a safeguard: its
 * fields, its behavior, its errors and its texts.
 * @example
 * export const pause: Safeguard = {
 *   begin: () => ({
 *     around: (next) => async (attempt) => {
 *       await wait(attempt.item.parameters.pauseSeconds);
 *       return await next(attempt);
 *     },
 *   }),
 * };
 */
export interface Safeguard {
	/**
	 * Begins a run; undefined if the safeguard has no part in it.
	 * @throws the error that prevents the run from starting.
	 */
	begin(run: Run): Protection | undefined;
}

/** What a node offers. */
export interface Offered {
	readonly resources: readonly Resource[];
	/** What wraps every write, the outermost first. */
	readonly safeguards: readonly Safeguard[];
}
