import type { IExecuteFunctions } from 'n8n-workflow';
import type { CredentialType } from '../../../shared/client/transport';
import { Explained } from '../../../shared/words/explained';
import { inLanes } from '../lanes';

/** An expression in the credential gives other data for another item. */
class SeveralCredentials extends Explained {
	override readonly name = 'SeveralCredentials';

	constructor(index: number) {
		super(
			`The credential gives different data for items 0 and ${index}`,
			'Nothing was sent, because all items of a run go out with the same credential. Put "Loop Over Items" in front of this node, or use one node for each organization.',
		);
	}
}

/** Items whose credential is always read: each costs n8n most of a millisecond of processor time. */
const mostAlwaysRead = 100;

/** Reads from n8n's database at a time. */
const mostReads = 20;

/**
 * Checks that the credential is the same for all items. It may hold expressions, and the run uses
 * what they give for the first item. Of many items not all are read where the credential is the same
 * for the first, the last and one that is not there: an expression that uses the item fails there.
 * @throws {SeveralCredentials} before anything is sent.
 */
export const checkOneCredential = async (
	context: IExecuteFunctions,
	credentialType: CredentialType,
): Promise<void> => {
	const { length } = context.getInputData();
	if (length < 2) return;
	const dataAt = async (index: number) =>
		JSON.stringify(await context.getCredentials(credentialType, index));
	const first = await dataAt(0);
	const isFirst = async (index: number) => (await dataAt(index)) === first;
	if (length > mostAlwaysRead && (await isFirst(length - 1))) {
		const isConstant = await isFirst(length).catch(() => false);
		if (isConstant) return;
	}
	let other: number | undefined;
	await inLanes(
		length,
		() => undefined,
		mostReads,
		async (index) => {
			if (index > 0 && !(await isFirst(index))) other = index;
			return other === undefined;
		},
	);
	if (other !== undefined) throw new SeveralCredentials(other);
};
