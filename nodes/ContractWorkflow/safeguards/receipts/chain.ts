import { canonicalText } from '../../../../src';
import { isRecord } from '../../../shared/fields/propertyValue';
import { sha256Of } from '../../../shared/rows/digest';
import type { Outputs } from '../../run/run';
import type { Outgoing } from '../../surroundings';
import type { ReceiptFacts } from './openReceipt';

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

/** Facts hold well-formed text only, so that they have a canonical form. */
const sealed = (facts: ReceiptFacts, previous_hash: string): Receipt => {
	const canonical = canonicalText(facts) as string;
	return { ...facts, canonical, previous_hash, hash: sha256Of(previous_hash + canonical) };
};

/** An output item with its receipt: in its json, or where it failed in its error. */
const withReceipt = (output: Outgoing, receipt: Receipt): Outgoing => {
	const { json, isFailed } = output;
	if (!isFailed) return { ...output, json: { ...json, receipt } };
	const { error } = json as { readonly error?: unknown };
	return { ...output, json: { ...json, error: { ...(isRecord(error) && error), receipt } } };
};

/**
 * Puts the receipts that lie beside output items into them, and chains them in input order, those of
 * failed items too: each hash takes in the one before.
 * @param previousHash of the receipt that the first one follows
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
