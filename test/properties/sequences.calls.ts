import fc from 'fast-check';
import type { EndpointName } from '../../src/contract';
import { contract } from '../../src/contract';
import type { FaultInput } from '../../tools/sandbox/control/faults';
import type { Json } from '../../tools/sandbox/test/support/service';
import type { DocumentedRequest, KnownValues } from './documentedRequests';
import { documentedRequests } from './documentedRequests';

/** A task that a sequence launched, as the last answer to a read showed it. */
export type KnownTask = {
	readonly id: number;
	task: Json;
	readonly comments: number[];
	/** Those that are stored on the task. */
	readonly attachments: number[];
};

/** One call of a sequence, before it is known which tasks there are. */
export type Call = { readonly fault?: FaultInput } & (
	| { readonly call: 'any'; readonly request: DocumentedRequest }
	| { readonly call: 'launch'; readonly workflow: string; readonly version: string }
	| { readonly call: 'list'; readonly limit: number }
	| { readonly call: 'read' | 'signed documents' | 'upload'; readonly slot: number }
	| { readonly call: 'decide'; readonly slot: number; readonly approved: boolean }
	| { readonly call: 'comment'; readonly slot: number; readonly isReply: boolean }
	| {
			readonly call: 'attach';
			readonly slot: number;
			readonly files: number;
			readonly way: 'on the task' | 'in the log' | 'by reference';
	  }
);

/** A request, and whether the API text leaves the service no choice but to carry it out. */
export interface Resolved {
	readonly request: DocumentedRequest;
	/** Whether the document and the state of the task both allow it. */
	readonly isRight: boolean;
}

const slots = 3;

/** Stands in a path for the task of a slot until it is known. */
const slotIn = /\bslot-(\d)\b/;

const known: KnownValues = {
	task_id: Array.from({ length: slots }, (_, slot) => `slot-${slot}`),
	workflow_id: ['wf_mutual_nda', 'wf_vendor_agreement'],
	version: ['latest', '1', '2'],
	step_id: ['draft', 'legal_approval', 'signature'],
};

const slot = fc.nat({ max: slots - 1 });

const faults: fc.Arbitrary<FaultInput | undefined> = fc.oneof(
	{ weight: 8, arbitrary: fc.constant(undefined) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constantFrom('error', 'reset', 'html'),
			applied: fc.boolean(),
		}),
	},
	{ weight: 1, arbitrary: fc.constantFrom({ kind: 'rateLimit' }, { kind: 'truncate' }) },
);

const right: ReadonlyArray<fc.Arbitrary<Call>> = [
	fc.record({
		call: fc.constant('launch'),
		workflow: fc.constantFrom('wf_vendor_agreement', 'wf_mutual_nda'),
		version: fc.constantFrom('latest', '1', '2'),
	}),
	fc.record({ call: fc.constant('decide'), slot, approved: fc.boolean() }),
	fc.record({ call: fc.constant('comment'), slot, isReply: fc.boolean() }),
	fc.record({
		call: fc.constant('attach'),
		slot,
		files: fc.nat({ max: 3 }),
		way: fc.constantFrom('on the task', 'in the log', 'by reference'),
	}),
	fc.record({ call: fc.constantFrom('read', 'signed documents', 'upload'), slot }),
	fc.record({ call: fc.constant('list'), limit: fc.integer({ min: 1, max: 200 }) }),
];

/** Calls that a builder makes, each with a fault now and then, and any others of the document. */
export const calls: ReadonlyArray<fc.Arbitrary<Call>> = [
	...right.map((call) =>
		fc.tuple(call, faults).map(([given, fault]) => ({ ...given, ...(fault && { fault }) })),
	),
	documentedRequests(known).map((request) => ({ call: 'any' as const, request })),
];

const content = Buffer.from('%PDF-1.4').toString('base64');

const requestOf = (
	endpoint: EndpointName,
	place: Readonly<Record<string, string>>,
	body?: unknown,
): DocumentedRequest => ({
	endpoint,
	method: contract[endpoint].method,
	place: contract[endpoint].path.replace(/\{(\w+)\}/g, (_, name: string) => place[name] ?? ''),
	...(body !== undefined && { body: JSON.stringify(body) }),
	credential: 0,
});

const variables = [
	{ variable_id: 'counterparty', type: 'text', value: 'Aldgate Logistics Ltd' },
	{ variable_id: 'contract_value', type: 'number', value: '1200.50' },
	{ variable_id: 'governing_law', type: 'select', value: 'Delaware' },
];
const wanted: Readonly<Record<string, number>> = {
	'wf_mutual_nda latest': 1,
	'wf_mutual_nda 1': 1,
	'wf_mutual_nda 2': 1,
	'wf_vendor_agreement 1': 2,
};

/** Whether the task waits at a step of this type. */
export const waitsAt = (task: Json | undefined, type: string): boolean =>
	task?.current_step_type === (type as unknown);

/** The run of the step that a task is at; undefined where it is at none. */
export const currentRun = (task: Json | undefined): string | undefined => {
	const runs = (task?.step_runs ?? []) as unknown as ReadonlyArray<Record<string, unknown>>;
	const last = runs.findLast(({ step_id }) => step_id === task?.current_step_id);
	return last && String(last.step_run_id);
};

/** The task of a slot; without one, a task that there is not. */
const taskIn = (tasks: readonly KnownTask[], of: number): KnownTask =>
	tasks[of % Math.max(tasks.length, 1)] ?? {
		id: 999_999_999,
		task: {},
		comments: [],
		attachments: [],
	};

/** A call as a request to the tasks that there are. `decided` are the runs of steps that are over. */
export const resolved = (
	call: Call,
	tasks: readonly KnownTask[],
	decided: ReadonlySet<string>,
): Resolved => {
	if (call.call === 'any') {
		const place = call.request.place.replace(slotIn, (_, of: string) =>
			String(taskIn(tasks, Number(of)).id),
		);
		return { request: { ...call.request, place }, isRight: false };
	}
	if (call.call === 'list') {
		const body = { limit: call.limit, include_inactive: true };
		return { request: requestOf('listTasks', {}, body), isRight: true };
	}
	if (call.call === 'launch') {
		const { workflow, version } = call;
		const place = { workflow_id: workflow, version };
		const body = { variables: variables.slice(0, wanted[`${workflow} ${version}`]) };
		return { request: requestOf('initiateWorkflow', place, body), isRight: true };
	}
	const { id, task, comments, attachments } = taskIn(tasks, call.slot);
	const isThere = tasks.length > 0;
	const place = { task_id: String(id) };
	switch (call.call) {
		case 'read':
			return { request: requestOf('getTask', place), isRight: isThere };
		case 'signed documents':
			return { request: requestOf('listSignedDocuments', place), isRight: isThere };
		case 'decide':
			return {
				request: requestOf('approveTask', place, { approved: call.approved }),
				isRight: waitsAt(task, 'approval') && !decided.has(currentRun(task) ?? ''),
			};
		case 'comment': {
			const reply_to = call.isReply ? comments.at(-1) : undefined;
			const body = { comment: 'Clause 4 is new', reply_to };
			return { request: requestOf('commentOnTask', place, body), isRight: isThere };
		}
		case 'attach': {
			const files = Array.from({ length: call.files }, (_, index) => ({
				filename: `annex-${index}.pdf`,
				base64_content: content,
			}));
			const body = {
				files,
				attach_to_task: call.way === 'on the task',
				...(call.way === 'by reference' && { attachment_ids: attachments }),
			};
			return { request: requestOf('addTaskAttachments', place, body), isRight: isThere };
		}
		case 'upload': {
			const step_run_id = currentRun(task) ?? 'run_of_no_step';
			const file = { filename: 'signed.pdf', base64_content: content };
			return {
				request: requestOf('uploadSignedDocument', place, { step_run_id, file }),
				isRight: waitsAt(task, 'signature') && !decided.has(step_run_id),
			};
		}
	}
};
