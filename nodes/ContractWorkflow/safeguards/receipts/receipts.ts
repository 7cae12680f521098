import { shown } from '../../../shared/fields/propertyValue';
import { Supplemented, WrongField } from '../../../shared/words/explained';
import type { Operation } from '../../operation';
import { isUnknown } from '../../run/outcome';
import type { Safeguard, Write } from '../../run/run';
import type { Choices } from '../../runOption';
import { runOption } from '../../runOption';
import { chainReceipts, noHash } from './chain';
import type { ReceiptDraft } from './draft';
import { draftReceipt, originOf } from './draft';
import { openReceipt } from './openReceipt';

/**
 * Whether an operation returns receipts: every write does, except a question. Anyone who has the
 * link of a question can answer it.
 */
const hasReceipts = ({ endpoint, write }: Operation): boolean => endpoint.writes && !write?.asks;

const addReceipt = runOption(
	'safety',
	{
		displayName: 'Add Receipt',
		name: 'addReceipt',
		type: 'boolean',
		default: false,
		description: 'Whether to add a receipt to each sent item',
	},
	hasReceipts,
);

const previousReceiptHash = runOption(
	'safety',
	{
		displayName: 'Previous Receipt Hash',
		name: 'previousReceiptHash',
		type: 'string',
		neverBlank: true,
		trimmed: true,
		default: '',
		placeholder: 'e.g. {{ $json.hash }}',
		displayOptions: { show: { addReceipt: [true] } },
	},
	hasReceipts,
);

const receiptHash = /^[0-9a-f]{64}$/;

/**
 * The hash that the receipts of a run follow; undefined if no receipts are wanted.
 * @throws {WrongField} for an invalid hash.
 */
const hashBefore = (chosen: Choices): string | undefined => {
	if (!chosen(addReceipt)) return undefined;
	const given = chosen(previousReceiptHash);
	const hash = given?.toLowerCase() ?? noHash;
	if (receiptHash.test(hash)) return hash;
	throw new WrongField(
		previousReceiptHash.property.displayName,
		`must be a receipt hash of 64 hexadecimal digits, not ${shown(given)}`,
	);
};

/** Writes, and adds the facts beside the output items or the error. */
const witnessed =
	(drafts: ReadonlyMap<number, ReceiptDraft>, next: Write): Write =>
	async (attempt) => {
		const draft = drafts.get(attempt.item.index);
		if (!draft) return await next(attempt);
		const { witness, found, facts } = openReceipt(draft, attempt.item.access.mask);
		try {
			const outputs = await next({ ...attempt, witness, onFound: found });
			return outputs.map((output) => {
				const receipt = facts(output.skipped ? 'failed' : 'done');
				return receipt ? { ...output, beside: { ...output.beside, receipt } } : output;
			});
		} catch (error) {
			const receipt = facts(isUnknown(error) ? 'unknown' : 'failed');
			throw receipt ? new Supplemented(error, { beside: { receipt } }) : (error as Error);
		}
	};

/** Adds a receipt to each item that was sent. */
export const receipts: Safeguard = {
	options: [addReceipt, previousReceiptHash],
	begin(run) {
		const previous = hashBefore(run.chosen);
		if (previous === undefined || run.isDry || !hasReceipts(run.operation)) return undefined;
		const origin = originOf(run);
		const drafts = new Map<number, ReceiptDraft>();
		return {
			async prepare(item) {
				drafts.set(item.index, await draftReceipt(run, origin, item));
			},
			around: (next) => witnessed(drafts, next),
			end: (outputs) => chainReceipts(outputs, previous),
		};
	},
};
