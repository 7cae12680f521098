import type { IExecuteFunctions } from 'n8n-workflow';
import type { Condition, Endpoint, HttpResponse, Input, ShownRequest, Witness } from '../../../src';
import {
	InvalidResponse,
	OutcomeUnknown,
	canonicalText,
	getOrgInfo,
	isClientError,
} from '../../../src';
import type { Connection } from '../../shared/connection';
import { toNodeError } from '../../shared/errors';
import { Explained, Supplemented, WrongField } from '../../shared/explained';
import type { Mask } from '../../shared/mask';
import { isRecord } from '../../shared/propertyValue';
import type { Operation, Output, Target } from '../operation';
import type { Ask } from './answers';
import { canonicalRequest } from './canonicalRequest';
import type { FailedItem } from './outcome';
import { isUnknown } from './outcome';

/** What a run writes, and where in n8n it takes place. */
export interface ReceiptOrigin {
	/** Resource and operation, as the workflow stores them. */
	readonly operation: string;
	readonly n8n_workflow_id: string | null;
	readonly n8n_workflow_name: string | null;
	readonly n8n_execution_id: string | null;
	readonly n8n_node_name: string;
	/** Counted from 0, as n8n does, where a node runs several times in an execution. */
	readonly n8n_run_index: number;
}

/** What a receipt says that is known before anything is sent. */
export interface ReceiptDraft extends ReceiptOrigin {
	readonly receipt_version: 1;
	/** The task that is worked on; a launch learns it from its answer. */
	readonly task_id: number | null;
	readonly decision: 'approve' | 'reject' | null;
	/** The member whose email was given, or else whom the service takes (section 5.6). */
	readonly attributed_to: string;
	/** Section 2; null where the service told none. */
	readonly api_key_id: number | null;
	readonly base_url: string;
	/** A file of it as its size and SHA-256. */
	readonly request: ShownRequest;
	/** Of the canonical text of `request` (RFC 8785). */
	readonly request_sha256: string;
	readonly n8n_item_index: number;
}

/** What became of the last try that went out. */
interface Exchange {
	/** By n8n's wall clock, as all times here but `service_date`. */
	readonly sent_at: string;
	readonly answered_at: string | null;
	/** The header Date of the answer, as it came. */
	readonly service_date: string | null;
	readonly status: number | null;
	readonly task_id: number | null;
}

/** All that a receipt says of a write; no order of its fields is meant. */
export interface ReceiptFacts extends ReceiptDraft, Exchange {
	readonly outcome: 'done' | FailedItem['outcome'];
	/** Where the guard saw the task right before; null where none looked. */
	readonly step_seen: string | null;
	/** How often the request was tried, those tries included that never went out. */
	readonly attempts: number;
}

/** Whose a request without a user is (section 5.6). */
const keyCreator = 'creator of the API key';

/**
 * Whether an operation gives receipts: one that writes does, save a question, whose link lets
 * everybody answer who has it.
 */
export const hasReceipts = (operation: Operation): boolean =>
	operation.endpoint.writes && !operation.asks;

/** Tells what a run writes, and where in n8n it takes place. */
export const originOf = (context: IExecuteFunctions): ReceiptOrigin => {
	const { id, name } = context.getWorkflow();
	const executionId: string | undefined = context.getExecutionId();
	return {
		operation: ['resource', 'operation']
			.map((name) => context.getNodeParameter(name, 0) as string)
			.join('.'),
		n8n_workflow_id: id ?? null,
		n8n_workflow_name: name ?? null,
		n8n_execution_id: executionId ?? null,
		n8n_node_name: context.getNode().name,
		n8n_run_index: Number(context.getWorkflowDataProxy(0).$runIndex),
	};
};

/** What a receipt needs of a run. */
interface ReceiptRun extends Pick<Connection, 'baseUrl' | 'mask'> {
	readonly context: IExecuteFunctions;
	readonly endpoint: Endpoint;
	readonly ask: Ask;
	/** Undefined where no receipts are wanted. */
	readonly receipts: ReceiptOrigin | undefined;
}

/** What a receipt needs of an item. */
interface ReceiptItem {
	/** Counted from 0, as n8n does. */
	readonly index: number;
	readonly input: Input;
	readonly target: Target | undefined;
}

/** The organization did not answer, so that a receipt would lack the ID of the API key. */
class KeyNotNamed extends Explained {
	override readonly name = 'KeyNotNamed';

	constructor({ message, description }: ReturnType<typeof toNodeError>) {
		super(
			message,
			`${description ?? ''} It was asked for the ID of the API key, which each receipt names. Nothing else was sent.`,
		);
	}
}

/**
 * The ID of the API key (GET /users/org-info, section 4), asked for once in a run.
 * @throws {KeyNotNamed} when it cannot be asked for.
 */
const apiKeyIdOf = async ({ ask, context, mask }: ReceiptRun): Promise<number | null> => {
	const { api_key_id: id } = await ask(getOrgInfo, {}).catch((error: unknown) => {
		if (!isClientError(error)) throw error as Error;
		// In the words of the client: the operation's own are about its own request.
		throw new KeyNotNamed(toNodeError(error, { node: context.getNode(), mask, place: 'run' }));
	});
	return Number.isInteger(id) ? id : null;
};

const taskIdOf = (target: Target | undefined): number | null =>
	target?.kind === 'task' && target.id !== undefined ? Number(target.id) : null;

/** What the fields of a request that all endpoints call alike say of it (section 4). */
const toldBy = ({ body }: Input): Pick<ReceiptDraft, 'decision' | 'attributed_to'> => {
	const { approved, user_email: email, user } = isRecord(body) ? body : {};
	const member = email ?? user;
	return {
		decision: typeof approved === 'boolean' ? (approved ? 'approve' : 'reject') : null,
		attributed_to: typeof member === 'string' ? member : keyCreator,
	};
};

/**
 * What the receipt of an item says that is known before anything is sent; undefined where none is
 * wanted. Its files are read.
 * @throws {WrongField} for what no receipt can hold: a secret of the credential, or half a character.
 */
export const draftReceipt = async (
	run: ReceiptRun,
	{ index, input, target }: ReceiptItem,
): Promise<ReceiptDraft | undefined> => {
	const { baseUrl, endpoint, mask, receipts } = run;
	if (!receipts) return undefined;
	const { request, sha256 } = await canonicalRequest(endpoint, input);
	const draft: ReceiptDraft = {
		receipt_version: 1,
		...receipts,
		task_id: taskIdOf(target),
		...toldBy(input),
		api_key_id: await apiKeyIdOf(run),
		base_url: baseUrl,
		request,
		request_sha256: sha256,
		n8n_item_index: index,
	};
	if (canonicalText(mask(draft)) !== canonicalText(draft)) {
		throw new WrongField(
			'Add Receipt',
			'is on, and a receipt holds no secret, but the API key stands in the request or in a name in n8n',
		);
	}
	return draft;
};

/** Where the service says that a task stands, if what was looked at is a task (section 2). */
const stepIn = ({ task }: Readonly<Record<string, unknown>>): string | null =>
	isRecord(task) && typeof task.current_step_id === 'string' ? task.current_step_id : null;

/** Half of a character has no canonical form. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Cs}/gu, '\uFFFD');

/** Whether a try without an answer may have gone out; a success that is too large has gone out. */
const mayHaveGoneOut = (failure: unknown): boolean =>
	failure instanceof OutcomeUnknown || failure instanceof InvalidResponse;

/** A receipt while its write is under way. */
export interface OpenReceipt {
	readonly witness: Witness;
	/** The same condition; what it finds of the task is noted. */
	readonly noting: (condition: Condition) => Condition;
	/** What the receipt says; undefined where no try went out, so that there is nothing to say. */
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
		const { task_id: told } = isRecord(body) ? body : {};
		last = {
			sent_at: sentAt,
			answered_at: now(),
			service_date: date === undefined ? null : wellFormed(mask(date)),
			status,
			task_id: draft.task_id ?? (Number.isInteger(told) ? (told as number) : null),
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
		noting: (condition) => ({
			...condition,
			judge(body) {
				condition.judge(body);
				const seen = stepIn(body);
				step = seen === null ? null : wellFormed(mask(seen));
			},
		}),
		facts: (outcome) => last && { ...draft, ...last, outcome, step_seen: step, attempts },
	};
};

/** A field of the service that is called as ours goes by another name. */
const withReceipt = (json: object, receipt: ReceiptFacts | undefined): object => {
	const { receipt: theirs, ...rest } = json as Readonly<Record<string, unknown>>;
	return {
		...rest,
		...(theirs !== undefined && { receipt_field: theirs }),
		...(receipt && { receipt }),
	};
};

/**
 * Writes, and puts what became of it into the output items or the error, as facts that are not yet
 * part of a chain.
 */
export const writeWithReceipt = async (
	{ receipt: draft }: { readonly receipt: ReceiptDraft | undefined },
	mask: Mask,
	write: (receipt?: OpenReceipt) => Promise<readonly Output[]>,
): Promise<readonly Output[]> => {
	if (!draft) return await write();
	const receipt = openReceipt(draft, mask);
	try {
		const outputs = await write(receipt);
		return outputs.map((output) => {
			const facts = receipt.facts(output.skipped ? 'failed' : 'done');
			return { ...output, json: withReceipt(output.json, facts) };
		});
	} catch (error) {
		const facts = receipt.facts(isUnknown(error) ? 'unknown' : 'failed');
		throw facts ? new Supplemented(error, '', { receipt: facts }) : (error as Error);
	}
};
