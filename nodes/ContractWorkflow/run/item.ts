import type { IExecuteFunctions } from 'n8n-workflow';
import type { Endpoint, Input, PagesOptions } from '../../../src';
import { checkInput } from '../../../src';
import type { Connection } from '../../shared/connection';
import { connect } from '../../shared/connection';
import type { Explained } from '../../shared/explained';
import { WrongField } from '../../shared/explained';
import type { ItemReader } from '../../shared/parameters';
import { itemReader } from '../../shared/parameters';
import type { Parameters } from '../../shared/property';
import type { Operation, Resource, Surroundings, Target } from '../operation';
import type { Ask } from './answers';
import { answersOf } from './answers';
import { choose } from './choice';
import type { Downloads } from './download';
import { createDownloads } from './download';
import { filesOf } from './files';
import { fixedExpression } from './fixedExpression';
import type { Keys } from './keys';
import { keysOf } from './keys';
import { requestOptionsOf } from './offeredOptions';
import { checkOneCredential } from './oneCredential';
import type { ReceiptDraft, ReceiptOrigin } from './receiptDraft';
import { draftReceipt, hasReceipts, originOf } from './receiptDraft';
import type { RequestOptions } from './requestOptions';
import { readDryRun, readRequestOptions } from './requestOptions';
import type { Tally } from './tally';
import { toolRefusal } from './tool';
import { checkAsking, roundOf } from './waiting';

/** What is the same for all items of one run of the node. */
export interface Run extends Connection {
	readonly context: IExecuteFunctions;
	/** The resource's stable id, as workflows hold it. */
	readonly resource: string;
	readonly operation: Operation;
	readonly endpoint: Endpoint;
	/** Whether nothing that writes is sent: its items come out as plans of what would be. */
	readonly isDry: boolean;
	/** Why the node may not run as this tool, of which a dry run tells. */
	readonly toolRefusal: Explained | undefined;
	/** n8n's id of the credential. */
	readonly credentialId: string;
	/** The error for an expression that stands as a fixed text, if there is one. */
	readonly wrongText: WrongField | undefined;
	readonly options: RequestOptions;
	readonly downloads: Downloads;
	/** What the items ask the service before anything is sent. */
	readonly ask: Ask;
	readonly reader: ItemReader;
	readonly keys: Keys;
	readonly tally: Tally;
	/** What all receipts say alike; undefined where none are wanted. */
	readonly receipts: ReceiptOrigin | undefined;
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
	/** What its receipt says that is known before it is sent; undefined where none is wanted. */
	readonly receipt: ReceiptDraft | undefined;
	/** Tells what an operation asks from what it asked before. */
	readonly round: string;
}

/**
 * Reads what is the same for all items, and the credential.
 * @throws {WrongField} when it cannot be told whether the run is dry.
 * @throws {ReadingOnly} when it writes and the credential allows reading only, save in a dry run.
 */
export const startRun = async (
	context: IExecuteFunctions,
	resources: readonly Resource[],
	tally: Tally,
): Promise<Run> => {
	const reader = itemReader(context);
	const { credentialType, resource, operation, endpoint } = choose(reader, resources);
	const options = readRequestOptions(reader, requestOptionsOf(resources));
	const isDry = endpoint.writes && readDryRun(context);
	const asTool = toolRefusal(context, operation, endpoint);
	if (asTool && !isDry) throw asTool;
	if (isDry && options.releasesKeys) {
		throw new WrongField(
			'Release Keys',
			'is on in a dry run, which changes nothing: switch one off',
		);
	}
	await checkOneCredential(context, credentialType);
	const connection = await connect(context, credentialType, {
		...options,
		observer: tally,
		endpoint,
		isDry,
	});
	const credentialId = context.getNode().credentials?.[credentialType]?.id ?? '';
	const addsReceipts = options.receiptsAfter !== undefined && !isDry && hasReceipts(operation);
	return {
		...connection,
		toolRefusal: asTool,
		wrongText: fixedExpression(context, operation.properties),
		context,
		resource,
		operation,
		endpoint,
		isDry,
		credentialId,
		options,
		downloads: createDownloads(context, connection, options.mostDownloadBytes),
		ask: answersOf(connection.client),
		reader,
		keys: keysOf(context, {
			where: `${endpoint.method} ${connection.baseUrl}${endpoint.path}`,
			tally,
		}),
		tally,
		receipts: addsReceipts ? originOf(context) : undefined,
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
	const { context, operation, endpoint, downloads, options, ask, tally, reader } = run;
	if (run.wrongText) throw run.wrongText;
	checkAsking(context, operation);
	const { round, answerLink } = roundOf(context);
	const files = filesOf(context, index, { downloads, mostBytes: options.mostFileBytes });
	const { json = {} } = context.getInputData()[index] ?? {};
	const version = context.getNode().typeVersion;
	const surroundings = { json, files, ask, tally, version, answerLink };
	const parameters = reader.read(operation.properties, index);
	const input = await operation.request(parameters, surroundings);
	checkInput(endpoint, input);
	const pages = pagesOf(run, parameters);
	const target = operation.target?.(parameters);
	const receipt = await draftReceipt(run, { index, input, target });
	return { ...surroundings, index, parameters, input, pages, target, receipt, round };
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
