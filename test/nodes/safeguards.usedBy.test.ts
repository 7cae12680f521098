import { expect, it } from '@jest/globals';
import { resources } from '../../nodes/ContractWorkflow/resources';
import type { RunOption } from '../../nodes/ContractWorkflow/runOption';
import { idempotency } from '../../nodes/ContractWorkflow/safeguards/idempotency/idempotency';

/** The operations that show an option. */
const showing = ({ usedBy }: RunOption): string[] =>
	resources.flatMap(({ value, operations }) =>
		operations.filter((one) => usedBy?.(one)).map((one) => `${value}.${one.value}`),
	);

it('keys are for operations whose repeat would change something more', () => {
	const keyed = [
		'group.create',
		'task.addAttachments',
		'task.comment',
		'task.uploadSignedDocument',
		'workflow.initiate',
	];
	expect(idempotency.options?.map(showing)).toEqual([keyed, keyed]);
});
