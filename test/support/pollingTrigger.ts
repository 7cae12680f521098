import { PollContext } from 'n8n-core';
import type { IDataObject, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';
import type { Credentials } from './n8nHost';
import { inWorkflow, nodeWith } from './n8nHost';

/** The polling trigger in an n8n that keeps its stored data, as n8n does between polls. */
export interface PolledTrigger {
	/** One poll of a published workflow; the JSON of the items that it gives. */
	readonly poll: () => Promise<IDataObject[]>;
	/** The test button of the panel. */
	readonly test: () => Promise<IDataObject[]>;
	/** What was reported beside a poll that went on. */
	readonly reported: () => readonly Error[];
	/** What n8n would have stored, as text. */
	readonly stored: () => string;
	/** An n8n that starts anew with what it had stored at some time. */
	readonly restart: (stored: string) => void;
}

/** The packed trigger, polled through n8n's own context for it. It gives whole rows, unless told. */
export const startTrigger = async (
	parameters: INodeParameters,
	credentials: Credentials,
	id = 'trigger',
	credentialId = '1',
): Promise<PolledTrigger> => {
	const given = { output: 'raw', ...parameters };
	const type = 'contractWorkflowApi';
	const trigger = {
		...nodeWith(given, credentials, 'contractWorkflowPollingTrigger'),
		...{ id, credentials: { [type]: { id: credentialId, name: type } } },
	};
	const { workflow, node, type: nodeType, additionalData } = await inWorkflow(trigger, credentials);
	const reported: Error[] = [];
	const run = async (mode: WorkflowExecuteMode) => {
		const args = [workflow, node, additionalData, mode, 'activate', undefined] as const;
		const context = new PollContext(...args, (error) => reported.push(error));
		const items = await nodeType.poll?.call(context);
		return (items?.[0] ?? []).map(({ json }) => json);
	};
	return {
		poll: async () => await run('trigger'),
		test: async () => await run('manual'),
		reported: () => reported,
		stored: () => JSON.stringify(workflow.staticData),
		restart(stored) {
			workflow.staticData = JSON.parse(stored) as IDataObject;
		},
	};
};
