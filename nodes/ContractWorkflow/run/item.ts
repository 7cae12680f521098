import type { IExecuteFunctions } from 'n8n-workflow';
import type { Endpoint, Input, PagesOptions } from '../../../src';
import { checkInput } from '../../../src';
import type { Connection } from '../../shared/connection';
import { connect } from '../../shared/connection';
import { WrongField } from '../../shared/explained';
import { readItemParameters } from '../../shared/parameters';
import type { Parameters } from '../../shared/property';
import type { Operation, Resource, Surroundings, Target } from '../operation';
import type { Ask } from './answers';
import { answersOf } from './answers';
import { choose } from './choice';
import type { Downloads } from './download';
import { createDownloads } from './download';
import { filesOf } from './files';
import type { RequestOptions } from './requestOptions';
import { readRequestOptions } from './requestOptions';
import type { Tally } from './tally';
import { checkTool } from './tool';
import { checkAsking, roundOf } from './waiting';

/** What is the same for all items of one run of the node. */
export interface Run extends Connection {
	readonly context: IExecuteFunctions;
	readonly operation: Operation;
	readonly endpoint: Endpoint;
	/** n8n's id of the credential. */
	readonly credentialId: string;
	readonly options: RequestOptions;
	readonly downloads: Downloads;
	/** What the items ask the service before anything is sent. */
	readonly ask: Ask;
	/** Parameters that hold the same for all items, by name. */
	readonly constants: Map<string, unknown>;
	readonly tally: Tally;
}

/** One item, ready to be sent. */
export interface Item extends Surroundings {
	/** Counted from 0, as n8n does. */
	readonly index: number;
	readonly parameters: Parameters;
	readonly input: Input;
	/** How to fetch a list; absent where the endpoint is called once. */
	readonly pages: PagesOptions | undefined;
	readonly target: Target | undefined;
	/** Tells what an operation asks from what it asked before. */
	readonly round: string;
}

/**
 * Reads what is the same for all items, and the credential.
 * @throws {WrongField} when the operation does not accept the kind of credential.
 * @throws {ReadingOnly} when it writes and the credential allows reading only.
 */
export const startRun = async (
	context: IExecuteFunctions,
	resources: readonly Resource[],
	tally: Tally,
): Promise<Run> => {
	const { credentialType, operation, endpoint } = choose(context, resources);
	checkTool(context, operation, endpoint);
	const options = readRequestOptions(context);
	const connection = await connect(context, credentialType, {
		...options,
		observer: tally,
		endpoint,
	});
	const credentialId = context.getNode().credentials?.[credentialType]?.id ?? '';
	return {
		...connection,
		context,
		operation,
		endpoint,
		credentialId,
		options,
		downloads: createDownloads(context, connection, options.mostDownloadBytes),
		ask: answersOf(connection.client),
		constants: new Map(),
		tally,
	};
};

const pagesOf = ({ operation, options, room }: Run, parameters: Parameters) => {
	const pages = operation.pages?.(parameters);
	const { mostParallel: parallel } = options;
	return pages && { ...pages, parallel, room };
};

/**
 * Reads the parameters of one item and checks what would be sent.
 * @throws {InvalidInput | WrongField} that names every wrong field; nothing was sent.
 */
export const prepareItem = async (run: Run, index: number): Promise<Item> => {
	const { context, operation, endpoint, downloads, options, ask, tally, constants } = run;
	checkAsking(context, operation);
	const { round, answerLink } = roundOf(context);
	const files = filesOf(context, index, { downloads, mostBytes: options.mostFileBytes });
	const { json = {} } = context.getInputData()[index] ?? {};
	const version = context.getNode().typeVersion;
	const surroundings = { json, files, ask, tally, version, answerLink };
	const parameters = readItemParameters(context, operation.properties, index, constants);
	const input = await operation.request(parameters, surroundings);
	checkInput(endpoint, input);
	const pages = pagesOf(run, parameters);
	return {
		...surroundings,
		index,
		parameters,
		input,
		pages,
		target: operation.target?.(parameters),
		round,
	};
};

/** Tells one target from all others; undefined where there is but one. */
const keyOf = ({ kind, id }: Target): string | undefined =>
	id === undefined ? undefined : `${kind} ${id}`;

/** The lane of an item: writes that must follow each other have the same one. */
export const laneOf = ({ operation }: Run, { target }: Item): string | undefined =>
	operation.inOrder && target ? keyOf(target) : undefined;

/**
 * Checks that no two items write to what only one may.
 * @throws {WrongField} for an item whose target is `taken` already.
 */
export const checkOnlyOnce = (
	{ operation }: Run,
	{ parameters, target }: Item,
	taken: Set<string>,
): void => {
	const reason = operation.onlyOnce?.(parameters);
	const key = target && keyOf(target);
	if (reason === undefined || target === undefined || key === undefined) return;
	if (taken.has(key)) {
		const { kind, id } = target;
		throw new WrongField(kind.charAt(0).toUpperCase() + kind.slice(1), `${id} ${reason}`);
	}
	taken.add(key);
};
