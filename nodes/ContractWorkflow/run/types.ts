import type { IExecuteFunctions } from 'n8n-workflow';
import type { Endpoint, Input, Precondition } from '../../../src';
import type { ItemReader } from '../../shared/fields/parameters';
import type { Parameters, Property } from '../../shared/fields/property';
import type { Asking, Operation, Output, Surroundings, Target } from '../operation';
import type { Access } from './access';
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
	readonly access: Access;
	readonly limits: Limits;
	readonly reader: ItemReader;
	readonly tally: Tally;
	/** The question of an operation that asks a person. */
	readonly asking: Asking<Parameters> | undefined;
}

/** One item, with its checked request. */
export interface Item extends Surroundings {
	/** Counted from 0, as n8n does. */
	readonly index: number;
	readonly parameters: Parameters;
	readonly input: Input;
	readonly target: Target | undefined;
	/** Pauses the execution once the item was sent, if the operation asks a person. */
	readonly pause: ((output: object) => Promise<void>) | undefined;
}

/** An item to send, with what each safeguard adds. */
export interface Attempt {
	readonly item: ReadyItem;
	/** Checked right before each time the write is sent. */
	readonly precondition?: Precondition;
}

/** Sends an item and returns its output items. */
export type Write = (attempt: Attempt) => Promise<readonly Output[]>;

/** What a safeguard holds of an item. */
export interface Held {
	/** No two items of a run may have the same key. */
	readonly unique?: {
		readonly key: string;
		/** @throws what is wrong with a second item. */
		refuse(first: Item): never;
	};
	/** Wraps the sending of the item, or its plan. */
	around(next: Write, attempt: Attempt): Promise<readonly Output[]>;
}

/** An item that all safeguards have prepared. */
export interface ReadyItem extends Item {
	/** What each safeguard holds of it, the outermost first. */
	readonly held: readonly Held[];
}

/** What a safeguard does in one run. */
export interface Protection {
	/**
	 * Judges an item before its fields are read. Gives the outputs of one that is not sent.
	 * @throws what is wrong with it.
	 */
	readonly admit?: (index: number) => readonly Output[] | undefined;
	/** Prepares an item, while others are prepared too. @throws what is wrong with it. */
	prepare(item: Item): Held | Promise<Held>;
	/** Ends the run. `isFinal`: no retry can follow this try. */
	readonly end?: (isFinal: boolean) => void;
}

/**
 * Wraps every write, as a policy wraps every request. One folder contains all of a safeguard: its
 * fields, its behavior, its errors and its texts.
 */
export interface Safeguard {
	/** What it adds to the panel of an operation, beside the operation's own fields. */
	fields?(this: void, operation: Operation): readonly Property[];
	/**
	 * Begins a run; undefined if the safeguard has no part in it.
	 * @throws the error that prevents the run from starting.
	 */
	begin(run: Run): Protection | undefined;
}
