import type { IExecuteFunctions } from 'n8n-workflow';
import { mostParallelRequests } from '../../shared/connection';
import { WrongField } from '../../shared/explained';
import type { ItemReader } from '../../shared/parameters';
import type { ParametersOf, Property } from '../../shared/property';
import { property } from '../../shared/property';
import { isBlank, isRecord, shown, valueOf, wrong } from '../../shared/propertyValue';
import { noHash } from './receiptChain';

/** How requests are sent, the same for all items. */
export interface RequestOptions {
	/** Longest wait of one request for the rate limit or for repeats, in milliseconds. */
	readonly maxWaitMs: number;
	/** Most requests under way at the same time. */
	readonly mostParallel: number;
	/** Largest file to send, in bytes. */
	readonly mostFileBytes: number;
	/** Largest file to download, in bytes. */
	readonly mostDownloadBytes: number;
	/** Whether to send again what an earlier execution left with an unknown outcome. */
	readonly resendsUnknown: boolean;
	/** The hash that the receipts of the run follow; undefined where no receipts are wanted. */
	readonly receiptsAfter: string | undefined;
	/** Whether to release the keys of the items, instead of sending them. */
	readonly releasesKeys: boolean;
}

/** Longest wait of one request, in seconds: a few windows of a minute. */
const defaultMaxWait = 300;

/** Largest file to download, in MB: a link that never ends would fill the disk of n8n. */
const defaultMaxDownload = 1_000;

const dryRun = property({
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	neverBlank: true,
	default: true,
	description:
		'Whether to send nothing that changes something. Each item comes out as a plan: what would be sent, whether it would be skipped or fail and why, where its task stands, how many requests it takes and how long the rate limit makes them wait.',
});

/**
 * Where Dry Run does not belong. n8n drops a parameter that a node does not have, and the item would
 * be sent; this one is never shown, and what stands in it is refused.
 */
export const misplacedDryRun = property({
	displayName: dryRun.displayName,
	name: dryRun.name,
	type: 'hidden',
	default: '',
});

/**
 * The parameter of the node that holds them. A switch is on when it is added: whoever adds it wants
 * it, and one that stood there switched off would be taken for it.
 */
export const requestOptions = property({
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Add Receipt',
			name: 'addReceipt',
			type: 'boolean',
			default: true,
			description:
				'Whether to add a receipt to each item that was sent, failed ones included: what was sent when, for whom, and what was answered, with a hash that chains the receipts of the run in input order. A failed item has it inside error, so let the node go on after errors.',
		},
		dryRun,
		{
			displayName: 'If Outcome Was Unknown',
			name: 'ifOutcomeWasUnknown',
			type: 'options',
			default: 'report',
			description:
				'What to do, when a failed execution is retried, with an item that it sent without learning what became of it',
			options: [
				{
					name: 'Report',
					value: 'report',
					description: 'The item fails and says so; it is not sent again',
				},
				{
					name: 'Send Again',
					value: 'sendAgain',
					description: 'Only where you have seen that it was not carried out',
				},
			],
		},
		{
			displayName: 'Max File Size (MB)',
			name: 'maxFileSize',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 100,
			description:
				'Largest file to send or to download. A larger one is refused before anything is sent, or not stored. Without this any size is sent, and up to 1000 MB are downloaded.',
		},
		{
			displayName: 'Max Parallel Requests',
			name: 'maxParallel',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: mostParallelRequests },
			default: mostParallelRequests,
			description:
				'Most requests under way at the same time, 1 to 50. Fewer are while the service slows down or refuses. Items for the same task always follow each other.',
		},
		{
			displayName: 'Max Wait (Seconds)',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: defaultMaxWait,
			description:
				'Longest time that one request waits for the rate limit to reset or for a repeat. After that the answer of the service stands.',
		},
		{
			displayName: 'Previous Receipt Hash',
			name: 'previousReceiptHash',
			type: 'string',
			neverBlank: true,
			trimmed: true,
			default: '',
			placeholder: 'e.g. {{ $json.hash }}',
			description:
				'The hash of the last receipt that you keep, which the first one of this run is to follow. It is read for the first item. 64 zeros begin a new chain, as it is without this field.',
		},
		{
			displayName: 'Release Keys',
			name: 'releaseKeys',
			type: 'boolean',
			default: true,
			description:
				'Whether to forget the keys of the items, so that later runs send with them again. A run with this on sends nothing; each item says how its key stood. Release the key of an unknown outcome only where you have seen that it was not carried out.',
		},
	],
});

const receiptHash = /^[0-9a-f]{64}$/;

/** @throws {WrongField} for what is no hash, or is to be followed by no receipt. */
const receiptsAfter = (adds: boolean | undefined, given: string | undefined) => {
	const label = 'Previous Receipt Hash';
	if (given !== undefined && !adds) throw new WrongField(label, 'is set, but "Add Receipt" is off');
	const hash = given?.toLowerCase() ?? noHash;
	if (!receiptHash.test(hash)) {
		throw new WrongField(
			label,
			`must be the hash of a receipt, 64 hexadecimal digits, not ${shown(given)}`,
		);
	}
	return adds ? hash : undefined;
};

/**
 * Reads the request options.
 * @param offered the parameter, with which of its options the panel shows
 * @throws {Explained} that names an option that is not known, or out of range.
 */
export const readRequestOptions = (reader: ItemReader, offered: Property): RequestOptions => {
	const read = reader.read([offered], 0) as ParametersOf<[typeof requestOptions]>;
	const { requestOptions: given } = read;
	return {
		maxWaitMs: (given.maxWait ?? defaultMaxWait) * 1000,
		mostParallel: Math.floor(given.maxParallel ?? mostParallelRequests),
		releasesKeys: given.releaseKeys ?? false,
		resendsUnknown: given.ifOutcomeWasUnknown === 'sendAgain',
		receiptsAfter: receiptsAfter(given.addReceipt, given.previousReceiptHash),
		mostFileBytes: (given.maxFileSize ?? Infinity) * 1_000_000,
		mostDownloadBytes: (given.maxFileSize ?? defaultMaxDownload) * 1_000_000,
	};
};

/** Whether an item asks for a dry run. */
const isDryAt = (context: IExecuteFunctions, itemIndex: number): boolean => {
	const given = context.getNodeParameter(`${requestOptions.name}.${dryRun.name}`, itemIndex, '');
	const options = valueOf(requestOptions, { [dryRun.name]: given });
	return (options as { readonly dryRun: boolean }).dryRun;
};

/**
 * Whether the run is a dry one. An expression is read for every item: what was meant to be dry is
 * never sent.
 * @throws {WrongField} when an item gives no boolean, or items differ.
 */
export const readDryRun = (context: IExecuteFunctions): boolean => {
	const { [requestOptions.name]: raw, [dryRun.name]: misplaced } = context.getNode().parameters;
	if (!isBlank(misplaced)) {
		wrong(
			dryRun,
			`must be in "${requestOptions.displayName}": {"${requestOptions.name}": {"${dryRun.name}": true}}`,
		);
	}
	if (!isRecord(raw) || !(dryRun.name in raw)) return false;
	const isFixed = typeof raw.dryRun !== 'string' || !raw.dryRun.startsWith('=');
	const indexes = isFixed ? [0] : [...context.getInputData().keys()];
	const [first = true, ...others] = indexes.map((index) => isDryAt(context, index));
	const other = others.findIndex((isDry) => isDry !== first) + 1;
	if (other === 0) return first;
	return wrong(
		dryRun,
		`must be the same for all items, but is ${first} for item 0 and ${!first} for item ${other}`,
	);
};
