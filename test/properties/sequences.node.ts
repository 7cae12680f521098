import fc from 'fast-check';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { EndpointName } from '../../src/contract';
import { byId, parametersOf } from '../support/stage';
import type { Kind } from './sequences.counts';
import type { Faults } from './sequences.faults';
import { faults } from './sequences.faults';

/** What a node of a sequence can do, and how the service records it. */
export const writes = {
	initiate: { kind: 'initiated', endpoint: 'initiateWorkflow' },
	comment: { kind: 'comment', endpoint: 'commentOnTask' },
	attach: { kind: 'attachments', endpoint: 'addTaskAttachments' },
	approve: { kind: 'decision', endpoint: 'approveTask' },
	reject: { kind: 'decision', endpoint: 'approveTask' },
	upload: { kind: 'signed_document', endpoint: 'uploadSignedDocument' },
} as const satisfies Record<string, { kind: Kind; endpoint: EndpointName }>;

export type WriteName = keyof typeof writes;

/** One execution of the node, before it is known which tasks there are. */
export type Step = { readonly faults: Faults } & (
	| { readonly step: 'task.get' | 'task.getSignedDocuments'; readonly slot: number }
	/** Retry in the list of executions, of the one that failed last. */
	| { readonly step: 'retry' }
	| {
			readonly step: WriteName;
			/** The task of each item. */
			readonly slots: readonly number[];
			/** What becomes of a decision on a task that is not at the step that was read last. */
			readonly guard: 'none' | 'fail' | 'skip';
			readonly goesOn: boolean;
			readonly retriesOnFail: boolean;
	  }
);

export type WriteStep = Extract<Step, { slots: readonly number[] }>;

const slot = fc.nat({ max: 2 });

const decisions = ['approve', 'reject'] as const;
const others = ['initiate', 'comment', 'attach', 'upload'] as const;

const writing = (...names: WriteName[]): fc.Arbitrary<Step> =>
	fc.record({
		step: fc.constantFrom(...names),
		slots: fc.uniqueArray(slot, { minLength: 1, maxLength: 3 }),
		guard: fc.constantFrom('none', 'fail', 'skip'),
		goesOn: fc.boolean(),
		retriesOnFail: fc.boolean(),
		faults,
	});

export const steps: ReadonlyArray<fc.Arbitrary<Step>> = [
	writing(...decisions),
	writing(...decisions),
	writing(...others),
	writing(...others),
	fc.record({ step: fc.constant('retry'), faults }),
	fc.record({ step: fc.constantFrom('task.get', 'task.getSignedDocuments'), slot, faults }),
];

const taskId = byId('={{ $json.id }}');
const atStep = { decideIf: 'atStep', step: byId('={{ $json.step }}') };
const guards: Readonly<Record<WriteStep['guard'], INodeParameters>> = {
	none: { decideIf: 'always' },
	fail: atStep,
	skip: { ...atStep, ifMoved: 'skip' },
};

/** The parameters of the node for a write. */
export const parametersFor = ({ step, guard }: WriteStep): INodeParameters => {
	switch (step) {
		case 'initiate':
			return parametersOf('workflow.initiate', {
				workflowId: byId('wf_mutual_nda'),
				specifyVariables: 'json',
				variablesJson: '={{ { counterparty: $json.party } }}',
			});
		case 'comment':
			return parametersOf('task.comment', { taskId, comment: 'Clause 4 is new' });
		case 'attach':
			return parametersOf('task.addAttachments', { taskId });
		case 'upload':
			return parametersOf('task.uploadSignedDocument', { taskId, stepRunId: '={{ $json.run }}' });
		default:
			return parametersOf('task.approve', { taskId, decision: step, ...guards[guard] });
	}
};

/** An item with a file, which all writes can be given. */
export const itemWith = (json: INodeExecutionData['json']): INodeExecutionData => ({
	json,
	binary: { data: { data: 'YQ==', mimeType: 'application/pdf', fileName: 'a.pdf' } },
});
