import type { HttpResponse, Row, Witness } from '../../../../src';
import { InvalidResponse, OutcomeUnknown } from '../../../../src';
import type { Mask } from '../../../shared/client/mask';
import { isRecord } from '../../../shared/fields/propertyValue';
import type { FailedItem } from '../../run/outcome';
import type { ReceiptDraft } from './draft';

/** The result of the last try that was sent. */
interface Exchange {
	/** By n8n's wall clock, as all times here except `service_date`. */
	readonly sent_at: string;
	readonly answered_at: string | null;
	/** The header Date of the response, unchanged. */
	readonly service_date: string | null;
	readonly status: number | null;
	readonly task_id: number | null;
}

/** Everything that a receipt says about a write. The order of the fields has no meaning. */
export interface ReceiptFacts extends ReceiptDraft, Exchange {
	readonly outcome: 'done' | FailedItem['outcome'];
	/** The step of the task right before the write, as the guard read it; null without a guard. */
	readonly step_seen: string | null;
	/** How often the request was tried, including tries that were never sent. */
	readonly attempts: number;
}

/** The step of a task in the response that was read, if it is a task (section 2). */
const stepIn = ({ task }: Row): string | null =>
	isRecord(task) && typeof task.current_step_id === 'string' ? task.current_step_id : null;

/** Half of a surrogate pair has no canonical form. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Cs}/gu, '\uFFFD');

/** Whether a try without a response may have been sent. A success that is too large was sent. */
const mayHaveGoneOut = (failure: unknown): boolean =>
	failure instanceof OutcomeUnknown || failure instanceof InvalidResponse;

/** A receipt while its write is in progress. */
interface OpenReceipt {
	readonly witness: Witness;
	/** Records what a precondition found out about the task. */
	readonly found: (body: Row) => void;
	/** The facts of the receipt; undefined if no try was sent. */
	readonly facts: (outcome: ReceiptFacts['outcome']) => ReceiptFacts | undefined;
}

/** Opens the receipt of an item that is about to be sent. */
export const openReceipt = (draft: ReceiptDraft, mask: Mask): OpenReceipt => {
	let attempts = 0;
	let sentAt = '';
	let step: string | null = null;
	let last: Exchange | undefined;
	const now = () => new Date().toISOString();
	const answered = ({ status, headers: { date }, body }: HttpResponse) => {
		const { task_id: answeredId } = isRecord(body) ? body : {};
		last = {
			sent_at: sentAt,
			answered_at: now(),
			service_date: date === undefined ? null : wellFormed(mask(date)),
			status,
			task_id: draft.task_id ?? (Number.isInteger(answeredId) ? (answeredId as number) : null),
		};
	};
	const failed = (failure: unknown) => {
		if (!mayHaveGoneOut(failure)) return;
		const { task_id } = draft;
		last = { sent_at: sentAt, answered_at: null, service_date: null, status: null, task_id };
	};
	return {
		witness: {
			goesOut() {
				attempts++;
				sentAt = now();
			},
			answered,
			failed,
		},
		found(body) {
			const seen = stepIn(body);
			step = seen === null ? null : wellFormed(mask(seen));
		},
		facts: (outcome) => last && { ...draft, ...last, outcome, step_seen: step, attempts },
	};
};
