import { expect, it } from '@jest/globals';
import { resources } from '../../nodes/ContractWorkflow/resources';
import type { RunOption } from '../../nodes/ContractWorkflow/runOption';
import { idempotency } from '../../nodes/ContractWorkflow/safeguards/idempotency/idempotency';
import { receipts } from '../../nodes/ContractWorkflow/safeguards/receipts/receipts';

/** The operations that show an option. */
const showing = ({ usedBy }: RunOption): string[] =>
	resources.flatMap(({ value, operations }) =>
		operations.filter((one) => usedBy?.(one)).map((one) => `${value}.${one.value}`),
	);

it('keys are for operations whose repeat would change something more', () => {
	for (const option of idempotency.options ?? []) {
		expect(showing(option)).toEqual([
			'group.create',
			'task.addAttachments',
			'task.comment',
			'task.uploadSignedDocument',
			'workflow.initiate',
		]);
	}
});

it('receipts are for all that write, except a question', () => {
	for (const option of receipts.options ?? []) {
		expect(showing(option)).toEqual([
			'document.updateAttributes',
			'group.create',
			'task.addAttachments',
			'task.approve',
			'task.comment',
			'task.uploadSignedDocument',
			'workflow.initiate',
		]);
	}
});
