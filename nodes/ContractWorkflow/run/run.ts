import type { IExecuteFunctions } from 'n8n-workflow';
import type { Condition, Endpoint, Input, PagesOptions, Row, Witness } from '../../../src';
import type { ItemReader } from '../../shared/fields/parameters';
import type { Parameters } from '../../shared/fields/property';
import type { Explained, WrongField } from '../../shared/words/explained';
import type { Operation, Resource } from '../operation';
import type { Choices, RunOption } from '../runOption';
import type { Outgoing, Output, Surroundings, Target } from '../surroundings';
import type { Access, Accesses } from './access';
import type { Tally } from './counts/tally';
import type { Limits } from './start/limits';

/** What is the same for all items of one run of the node. */
export interface Run {
	readonly context: IExecuteFunctions;
	/** The resource's stable id, as workflows hold it. */
	readonly resource: string;
	readonly operation: Operation;
	readonly endpoint: Endpoint;
	/** Whether nothing that writes is sent: its items come out as plans of what would be. */
	readonly isDry: boolean;
	/** Why the node may not run as this tool, of which a dry run tells. */
	readonly toolRefusal: Explained | undefined;
	/** How its items reach the service. */
	readonly access: Accesses;
	/** The error for an expression that stands as a fixed text, if there is one. */
	readonly wrongText: WrongField | undefined;
	readonly chosen: Choices;
	readonly limits: Limits;
	/** The largest file to send or to download, in bytes. */
	readonly mostBytes: number;
	readonly reader: ItemReader;
	readonly tally: Tally;
}

/** One item, ready to be sent. */
export interface Item extends Surroundings {
	/** Counted from 0, as n8n does. */
	readonly index: number;
	readonly access: Access;
	readonly parameters: Parameters;
	readonly input: Input;
	/** How to fetch a list; absent where the endpoint is called once. */
	readonly pages: PagesOptions | undefined;
	readonly target: Target | undefined;
}

/** An item on its way to the service, with what each safeguard adds. */
export interface Attempt {
	readonly item: Item;
	/** Whether it is sent though the outcome of an earlier attempt is unknown. */
	readonly isResend?: boolean;
	/** What is asked right before the write, each time that it is sent. */
	readonly precondition?: Condition;
	readonly witness?: Witness;
	/** Is told what a precondition found, and let pass. */
	readonly onFound?: (found: Row) => void;
}

/** Sends an item and gives its output items. */
export type Write = (attempt: Attempt) => Promise<readonly Output[]>;

/** The output items of each item, in input order; undefined for one that came to none. */
export type Outputs = ReadonlyArray<readonly Outgoing[] | undefined>;

/** What becomes of items, as those say who work on them. */
export interface Results {
	done(index: number, outputs: readonly Outgoing[]): void;
	/** Takes a failure down; false when nothing new may be begun after it. */
	fail(index: number, error: unknown): boolean;
	/** @throws what is wrong with the items, of which none was sent. */
	refuse(): never;
}

/** The part that a safeguard takes in one run. */
export interface Protection {
	/** Does its own work in place of sending. */
	readonly instead?: (results: Results) => Promise<void>;
	/**
	 * What the operation of an item can draw on because of it.
	 * @throws what keeps the item from being sent.
	 */
	readonly surround?: () => Partial<Surroundings>;
	/** Makes an item ready that was read, meanwhile others. @throws what is wrong with it. */
	readonly prepare?: (item: Item) => Promise<void>;
	/** Compares an item with those before it, when all are ready. @throws what is wrong with it. */
	readonly compare?: (item: Item) => void;
	/** Wraps the sending of each item: what comes first in the list is outermost. */
	readonly around?: (next: Write) => Write;
	/** Whether an execution that is retried sends no item again that is done. */
	readonly isRemembered?: boolean;
	/** Works on what comes out. `isFinal`: no other try can come after this one. */
	readonly end?: (outputs: Outputs, isFinal: boolean) => Promise<Outputs> | Outputs;
}

/**
 * What stands around every write, as a policy stands around every request. One folder holds all of
 * it: its options, its behaviour, its errors and its words.
 * @example
 * export const pause: Safeguard = {
 *   options: [pauseSeconds],
 *   begin: ({ chosen }) => ({
 *     around: (next) => async (attempt) => {
 *       await wait(chosen(pauseSeconds) ?? 0);
 *       return await next(attempt);
 *     },
 *   }),
 * };
 */
export interface Safeguard {
	readonly options?: readonly RunOption[];
	/**
	 * Begins a run; undefined where it has no part in it.
	 * @throws what keeps the run from being begun.
	 */
	begin(run: Run): Protection | undefined;
}

/** What a node offers. */
export interface Offered {
	readonly resources: readonly Resource[];
	/** What stands around every write, the outermost first. */
	readonly safeguards: readonly Safeguard[];
}
