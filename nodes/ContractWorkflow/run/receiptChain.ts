import type { INodeExecutionData } from 'n8n-workflow';
import { canonicalText } from '../../../src';
import { sha256Of } from '../../shared/digest';
import { isRecord } from '../../shared/propertyValue';
import type { ReceiptFacts } from './receipts';

/** What stands for the hash before the first one. */
export const noHash = '0'.repeat(64);

/** The facts of a receipt, with what proves them. */
interface Receipt extends ReceiptFacts {
	/** The facts in canonical form (RFC 8785): what is hashed, and what counts. */
	readonly canonical: string;
	readonly previous_hash: string;
	/** SHA-256 of `previous_hash` and `canonical`, one behind the other. */
	readonly hash: string;
}

const isOfReceipt = (value: unknown): value is ReceiptFacts =>
	isRecord(value) && value.receipt_version === 1;

/** An item without its receipt: one that another try made, where none is wanted any more. */
export const withoutReceipt = <Json extends object>(json: Json): Json =>
	Object.fromEntries(
		Object.entries(json).filter(([name, value]) => name !== 'receipt' || !isOfReceipt(value)),
	) as Json;

/** Facts hold well-formed text only, so that they have a canonical form. */
const sealed = (facts: ReceiptFacts, previous_hash: string): Receipt => {
	const canonical = canonicalText(facts) as string;
	return { ...facts, canonical, previous_hash, hash: sha256Of(previous_hash + canonical) };
};

/**
 * Chains the receipts of output items in their order, those of failed items too: each hash takes in
 * the one before.
 * @param previousHash of the receipt that the first one follows
 */
export const chainReceipts = (
	outputs: readonly INodeExecutionData[],
	previousHash: string,
): INodeExecutionData[] => {
	let previous = previousHash;
	const sealedNext = (facts: ReceiptFacts) => {
		const receipt = sealed(facts, previous);
		previous = receipt.hash;
		return { ...receipt };
	};
	return outputs.map((output): INodeExecutionData => {
		const { json } = output;
		if (isOfReceipt(json.receipt)) {
			return { ...output, json: { ...json, receipt: sealedNext(json.receipt) } };
		}
		if (!isRecord(json.error) || !isOfReceipt(json.error.receipt)) return output;
		const error = { ...json.error, receipt: sealedNext(json.error.receipt) };
		return { ...output, json: { ...json, error } };
	});
};
