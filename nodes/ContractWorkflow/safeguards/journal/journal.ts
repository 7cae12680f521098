import { isTool } from '../../../shared/toolNode';
import type { FailedItem } from '../../run/outcome';
import { FromBefore, isUnknown } from '../../run/outcome';
import { failureOf } from '../../run/report';
import type { Item, Run, Safeguard, Write } from '../../run/run';
import { writeName } from '../../run/writeName';
import { runOption } from '../../runOption';
import type { Output } from '../../surroundings';
import { withTaskState } from '../decideIf/decideIf';
import { SentWithChangingText, changingText } from './changingText';
import type { Before, SentWrites } from './sentWrites';
import { sentWritesOf } from './sentWrites';

const resendUnknown = runOption(
	{
		displayName: 'Send Again If Unknown',
		name: 'resendUnknown',
		type: 'boolean',
		default: false,
		description: 'Whether to retry items with an unknown outcome',
	},
	({ endpoint }) => !endpoint.safe,
);

/** An item was sent before with an unknown outcome, and is not sent again. */
class FailedBefore extends FromBefore {
	override readonly name = 'FailedBefore';
	override readonly isUnknown = true;

	/** @param executionId the execution that sent it; undefined if it is this one */
	constructor(failed: FailedItem, executionId: string | undefined) {
		super(
			failed.message,
			executionId === undefined
				? `${failed.description} This try did not send the item again.`
				: `${failed.description} This happened in execution ${executionId}, and the item was not sent again. If you know that it was not carried out, turn on "${resendUnknown.property.displayName}" in Options.`,
			failed,
		);
	}
}

const reasonOf = (executionId: string, { isChanged }: Before): string =>
	isChanged
		? `Execution ${executionId} already did this, so it was not done again. Changes to the request, such as a different comment, were not sent.`
		: `Execution ${executionId} already did this, so it was not done again.`;

/** The output of an item that was sent before; undefined if it must be sent. */
const outputsBefore = async (
	run: Run,
	item: Item,
	before: Before,
	resends: boolean,
): Promise<readonly Output[] | undefined> => {
	const { executionId } = before;
	if ('outputs' in before) {
		run.tally.finishedBefore(executionId === undefined ? 'try' : 'execution');
		if (executionId === undefined) return before.outputs;
		const not_sent_again = { execution_id: executionId, reason: reasonOf(executionId, before) };
		return before.outputs.map((output) => ({
			...output,
			json: { ...output.json, not_sent_again },
		}));
	}
	if (executionId !== undefined && resends) return undefined;
	const failed = new FailedBefore(before.failure, executionId);
	const isOfNow = executionId === undefined || !run.operation.evidence;
	throw isOfNow ? failed : await withTaskState(item, failed);
};

/** @throws {SentWithChangingText} for an item that an earlier execution may have sent. */
const checkChangingText = ({ context, operation }: Run, executionId: string | undefined): void => {
	if (executionId === undefined) return;
	const found = changingText(context, operation.properties);
	if (found !== undefined) throw new SentWithChangingText(executionId, found);
};

/** Sends nothing that was finished before, or has an unknown outcome. */
const noted =
	(run: Run, sent: SentWrites, resends: boolean, next: Write): Write =>
	async (attempt) => {
		const { item } = attempt;
		const { index } = item;
		const name = writeName(run, item, await item.access.owner());
		const before = sent.read(index, name);
		const known = before && (await outputsBefore(run, item, before, resends));
		if (known) return known;
		if (!before) checkChangingText(run, sent.sentBy(index));
		// It is recorded, but not as finished, so it is sent again.
		const outputs = await next({ ...attempt, isResend: before !== undefined }).catch(
			(error: unknown) => {
				if (isUnknown(error)) sent.unknown(index, name, failureOf(run, item, error));
				throw error;
			},
		);
		// A skipped item was not sent, and a retry checks it again. A question waits in this execution
		// only: another execution must ask again.
		const isPassedOver = outputs.some(({ skipped }) => skipped);
		if (!isPassedOver && !run.operation.write?.asks) sent.finished(index, name, outputs);
		return outputs;
	};

/**
 * Prevents a second try from sending a write again. Reads, and writes whose repeat changes nothing
 * more, may be sent again. As a tool, the same call twice is two calls.
 */
export const journal: Safeguard = {
	options: [resendUnknown],
	begin(run) {
		const { context, endpoint, isDry } = run;
		if (endpoint.safe || isDry || isTool(context.getNode())) return undefined;
		const sent = sentWritesOf(context);
		const resends = run.chosen(resendUnknown) === true;
		return {
			// With a text that changes, it is unclear whether an item is the same.
			isRemembered: changingText(context, run.operation.properties) === undefined,
			// Fails before anything is sent if the organization cannot be requested.
			prepare: async ({ access }) => void (await access.owner()),
			around: (next) => noted(run, sent, resends, next),
			end(outputs, isFinal) {
				if (isFinal) sent.close();
				return outputs;
			},
		};
	},
};
