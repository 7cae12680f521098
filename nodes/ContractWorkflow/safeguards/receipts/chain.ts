import { canonicalText } from '../../../../src';
import { isRecord } from '../../../shared/fields/propertyValue';
import { sha256Of } from '../../../shared/rows/digest';
import type { Outputs } from '../../run/run';
import type { Outgoing } from '../../surroundings';
import type { ReceiptFacts } from './openReceipt';

/** The previous hash of the first receipt. */
export const noHash = '0'.repeat(64);

/** The facts of a receipt, with their proof. */
interface Receipt extends ReceiptFacts {
	/** The facts in canonical form (RFC 8785). This text is hashed, and is authoritative. */
	readonly canonical: string;
	readonly previous_hash: string;
	/** SHA-256 of `previous_hash` followed by `canonical`. */
	readonly hash: string;
}

/** Facts contain only well-formed text, so that they have a canonical form. */
const sealed = (facts: ReceiptFacts, previous_hash: string): Receipt => {
	const canonical = canonicalText(facts) as string;
	return { ...facts, canonical, previous_hash, hash: sha256Of(previous_hash + canonical) };
};

/** An output item with its receipt: in its json, or in its error if it failed. */
const withReceipt = (output: Outgoing, receipt: Receipt): Outgoing => {
	const { json, isFailed } = output;
	if (!isFailed) return { ...output, json: { ...json, receipt } };
	const { error } = json as { readonly error?: unknown };
	return { ...output, json: { ...json, error: { ...(isRecord(error) && error), receipt } } };
};

/**
 * Adds the receipts to their output items, and chains them in input order, failed items included:
 * each hash covers the previous one.
 * @param previousHash of the receipt before the first one
 */
export const chainReceipts = (outputs: Outputs, previousHash: string): Outputs => {
	let previous = previousHash;
	return outputs.map((given) =>
		given?.map((output) => {
			const facts = output.beside?.receipt as ReceiptFacts | undefined;
			if (!facts) return output;
			const receipt = sealed(facts, previous);
			previous = receipt.hash;
			return withReceipt(output, receipt);
		}),
	);
};
