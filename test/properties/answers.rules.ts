import { isDeepStrictEqual } from 'node:util';
import type { INodeExecutionData } from 'n8n-workflow';
import { endpointsTable } from '../contract/endpoints.table';
import type { OperationCase } from '../support/operations.table';
import { withoutQuery } from '../support/operations.table';
import type { Executed, Wire, WireAnswer } from './engine';
import { unclear } from './oracle';
import { rightAnswer } from './service';

/** A request and its answer. */
export interface Exchange {
	readonly request: Wire;
	readonly answer: WireAnswer;
}

/** A run of the node, and what went over the wire meanwhile. */
export interface RunSeen extends Executed {
	readonly operation: OperationCase;
	readonly items: readonly INodeExecutionData[];
	readonly exchanges: readonly Exchange[];
	/** How long it took by the clock of the node. */
	readonly ms: number;
}

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (value: unknown): boolean => Number.isSafeInteger(value);

/** Whether the body of a 200 says that a write was carried out (section 4 of the API text). */
const confirms: Readonly<Record<string, (body: Row, sent: Row) => boolean>> = {
	'task.approve': ({ approved }, sent) => approved === sent.approved,
	'task.comment': ({ success, activity_log_id }) => success === true && isId(activity_log_id),
	'task.sendAndWait': ({ success, activity_log_id }) => success === true && isId(activity_log_id),
	'task.addAttachments': ({ attachment_ids }) => Array.isArray(attachment_ids),
	'task.uploadSignedDocument': ({ success }) => success === true,
	'workflow.initiate': ({ task_id }) => isId(task_id),
	'group.create': ({ group_id }) => isId(group_id),
};

const bodyIn = ({ body }: WireAnswer): unknown => {
	if (typeof body !== 'string') return body;
	try {
		return JSON.parse(body.replace(/^\ufeff/, '')) as unknown;
	} catch {
		return undefined;
	}
};

const isSuccess = ({ name, kind }: OperationCase, { request, answer }: Exchange): boolean => {
	const { status = 200, fails, hangs } = answer;
	const body = bodyIn(answer);
	if (fails !== undefined || hangs || !isRow(body)) return false;
	if (kind === 'R') return status >= 200 && status < 300;
	return status === 200 && (confirms[name]?.(body, request.body as Row) ?? true);
};

/** Whether all is well for certain: what a list goes on with, the node may still find wrong. */
const isRight = ({ request, answer: { status = 200, body, fails, hangs } }: Exchange): boolean =>
	status === 200 &&
	fails === undefined &&
	!hangs &&
	isDeepStrictEqual(body, rightAnswer(request).body);

const neverSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CERT_HAS_EXPIRED)$/;

/** Whether an answer shows that a request was not carried out, so that it may be sent again. */
const isUnsent = ({ answer: { status, fails, breaksOff } }: Exchange): boolean =>
	fails === undefined ? status === 429 : !breaksOff && neverSent.test(fails);

/** Whether a write that was answered so may have been carried out; undefined where either is right. */
const mayBeDone = ({ endpoint }: OperationCase, exchange: Exchange): boolean | undefined => {
	const { status = 200, fails, hangs } = exchange.answer;
	if (isUnsent(exchange)) return false;
	if (fails !== undefined || hangs) return true;
	const documented: readonly number[] =
		endpointsTable.find(({ method, path }) => `${method} ${path}` === endpoint)?.errors ?? [];
	if ([401, 403, 404].includes(status)) return false;
	if (status >= 400 && status < 500) return documented.includes(status) ? false : undefined;
	return status === 501 ? undefined : true;
};

/** The requests of an item's own, in order. */
const ownOf = ({ operation, exchanges, items }: RunSeen, index: number): Exchange[] => {
	const line = operation.line
		.replace('/tasks/1/', `/tasks/${index + 1}/`)
		.replace(/\/tasks\/1$/, `/tasks/${index + 1}`);
	return exchanges.filter(
		({ request }) => withoutQuery(request.line) === (items.length > 1 ? line : operation.line),
	);
};

const textOf = (value: unknown): string => JSON.stringify(value) ?? '';

/** Longest that an error may be, whatever the service says. */
const longestError = 10_000;

const faultOfWords = (error: unknown, exchanges: readonly Exchange[]): string | undefined => {
	const { message, description } = error as Row;
	if (typeof message !== 'string' || message.trim() === '') return 'an error without a message';
	if (typeof description !== 'string' || description.trim() === '') return `no advice: ${message}`;
	const isQuoted = exchanges.some(({ answer }) => unclear.test(textOf(answer)));
	const words = `${message} ${description}`;
	if (words.length > longestError) return `an error of ${words.length} characters`;
	return unclear.test(words) && !isQuoted ? `an unclear error: ${words}` : undefined;
};

const longestMs = 3_600_000;
const mostRequests = 1_000;

/** What is wrong with a run as a whole. */
export const faultOfRun = (run: RunSeen): string | undefined => {
	const { error, output, items, exchanges, ms } = run;
	if (ms > items.length * longestMs) return `it took ${ms} ms`;
	if (exchanges.length > items.length * mostRequests) return `${exchanges.length} requests`;
	if (error === undefined) return undefined;
	if (output.length > 0) return 'output beside an error';
	return faultOfWords(error, exchanges);
};

const faultOfError = (run: RunSeen, error: unknown, own: readonly Exchange[]) => {
	const { operation, exchanges } = run;
	const last = own.at(-1);
	const isDone = last && operation.kind !== 'R' ? mayBeDone(operation, last) : false;
	const { outcome } = error as Row;
	if (last && operation.kind !== 'R' && isRight(last)) return 'an error, though all went well';
	if (isDone === true && outcome !== 'unknown') return `"${String(outcome)}" of what may be done`;
	if (isDone === false && outcome !== 'failed') return `"${String(outcome)}" of what was not done`;
	return faultOfWords(error, exchanges);
};

/** What is wrong with what became of one item. */
export const faultOfItem = (run: RunSeen, index: number): string | undefined => {
	const { operation, output, error } = run;
	const own = ownOf(run, index);
	const mayRepeat = operation.kind === 'R' || operation.kind === 'M';
	const early = own.slice(0, -1).find((exchange) => !isUnsent(exchange));
	if (early && !mayRepeat) return `sent again after ${textOf(early.answer)}`;
	if (error !== undefined) return undefined;
	const outputs = output.filter(
		({ pairedItem }) => (pairedItem as { item: number }).item === index,
	);
	const failed = outputs.find(({ json }) => 'error' in json)?.json.error;
	if (failed !== undefined) {
		return outputs.length > 1 ? 'output beside its error' : faultOfError(run, failed, own);
	}
	if (outputs.length === 0 && operation.kind !== 'R') return 'no output';
	const isDone = mayRepeat
		? own.some((one) => isSuccess(operation, one))
		: own.at(-1) && isSuccess(operation, own.at(-1) as Exchange);
	return isDone ? undefined : `success after ${textOf(own.at(-1)?.answer)}`;
};
