import fc from 'fast-check';
import type { FaultInput } from '../../tools/sandbox/control/faults';

/** What goes wrong with a request, by the words that a failed sequence prints. */
const kinds = {
	'cut before it is carried out': { kind: 'reset' },
	'cut after it was carried out': { kind: 'reset', applied: true },
	'429': { kind: 'rateLimit' },
	'500 instead of it': { kind: 'error' },
	'500 after it was carried out': { kind: 'error', applied: true },
	'502 instead of it': { kind: 'html' },
	'502 after it was carried out': { kind: 'html', applied: true },
	'503 instead of it': { kind: 'error', status: 503 },
	'401': { kind: 'error', status: 401 },
	'404': { kind: 'error', status: 404 },
	'422': { kind: 'error', status: 422 },
	'200 that says nothing': { kind: 'error', status: 200 },
	'204 after it was carried out': { kind: 'error', status: 204, applied: true },
	'an answer cut in half': { kind: 'truncate' },
	'a slow answer': { kind: 'delay', delayMs: 100 },
} as const satisfies Record<string, FaultInput>;

/** Faults of an execution, in the order in which its requests meet them. */
export interface Faults {
	/** Of the requests that write. */
	readonly ofWrites: ReadonlyArray<keyof typeof kinds>;
	/** Of those that read: a guard and the look after an unknown outcome among them. */
	readonly ofReads: ReadonlyArray<keyof typeof kinds>;
	/** Whether nothing listens at the address. */
	readonly isGone: boolean;
}

const some = fc.array(fc.constantFrom(...(Object.keys(kinds) as Array<keyof typeof kinds>)), {
	maxLength: 3,
});

/** Half of all executions meet none. */
export const faults: fc.Arbitrary<Faults> = fc.oneof(
	fc.constant({ ofWrites: [], ofReads: [], isGone: false }),
	fc.record({
		ofWrites: some,
		ofReads: some,
		isGone: fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, fc.boolean()),
	}),
);

const endpoints = {
	ofWrites: [
		'initiateWorkflow',
		'approveTask',
		'commentOnTask',
		'addTaskAttachments',
		'uploadSignedDocument',
	],
	ofReads: ['getTask', 'listSignedDocuments', 'getWorkflowSchema'],
} as const;

/** The faults in the form in which the sandbox takes them. Those that no request meets are dropped. */
export const sandboxFaults = (given: Faults): FaultInput[] =>
	(['ofWrites', 'ofReads'] as const).flatMap((of) =>
		endpoints[of].flatMap((endpoint) => given[of].map((name) => ({ ...kinds[name], endpoint }))),
	);
