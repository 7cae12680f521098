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
): Promise<PolledTrigger> => {
	const given = { output: 'raw', ...parameters };
	const trigger = { ...nodeWith(given, credentials, 'contractWorkflowPollingTrigger'), id };
	const { workflow, node, type, additionalData } = await inWorkflow(trigger, credentials);
	const run = async (mode: WorkflowExecuteMode) => {
		const context = new PollContext(workflow, node, additionalData, mode, 'activate');
		const items = await type.poll?.call(context);
		return (items?.[0] ?? []).map(({ json }) => json);
	};
	return {
		poll: async () => await run('trigger'),
		test: async () => await run('manual'),
		stored: () => JSON.stringify(workflow.staticData),
		restart(stored) {
			workflow.staticData = JSON.parse(stored) as IDataObject;
		},
	};
};
