import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { Row } from '../../src';
import { connect } from '../shared/client/connection';
import { described, keepingRaw } from '../shared/fields/property';
import { searchPeople, searchWorkflows, searches } from '../shared/panel/pickers';
import type { Explained } from '../shared/words/explained';
import { toNodeError } from '../shared/words/nodeError';
import { createBudget } from './budget';
import type { News, PollState } from './poll';
import { newest, poll } from './poll';
import { properties, readPollSettings, subtitle } from './settings';
import { loadOptions } from './watchedFields';

/** Triggers of this process with a poll in progress: the next poll must not overtake a slow one. */
const underway = new Set<string>();

const itemsOf = (news: readonly News[] | null, shape: (row: Row) => Row) =>
	news && [
		news.map(({ row, changed }) => ({
			json: { ...(changed !== undefined && { changed }), ...(shape(row) as object) },
		})),
	];

const pollOnce = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> => {
	try {
		const settings = readPollSettings(context);
		const budget = createBudget(context);
		const { client, baseUrl } = await connect(context, 'contractWorkflowApi', {
			maxWaitMs: budget.ms,
			policies: [budget.policy],
		});
		const node = context.getNode();
		const warn = (message: string) => context.logger.warn(message);
		// An error that is thrown would undo the state, where n8n keeps that of a poll that succeeds.
		const report = (fault: Explained) =>
			context.__emitError(toNodeError(fault, { node, properties }));
		const watch = settings.event.watch({ ...settings, client, warn, report, now: Date.now });
		// A new key shows the same rows. Another credential or address may not.
		const key = JSON.stringify([watch.key, node.credentials?.contractWorkflowApi?.id, baseUrl]);
		const own = { ...watch, key };
		const stored = context.getWorkflowStaticData('node');
		const before = stored.poll as PollState | undefined;
		const reach = { budget, warn };
		if (context.getMode() === 'manual')
			return itemsOf(await newest(own, before, reach), settings.shape);
		const { news, state } = await poll(own, before, { ...settings, ...reach });
		// Set last: after a failure, the next poll starts from the same point.
		stored.poll = state;
		return itemsOf(news, settings.shape);
	} catch (error) {
		throw toNodeError(error, { node: context.getNode(), properties });
	}
};

export class ContractWorkflowPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contract Workflow Polling Trigger',
		name: 'contractWorkflowPollingTrigger',
		icon: {
			light: 'file:../../icons/contractWorkflow.svg',
			dark: 'file:../../icons/contractWorkflow.dark.svg',
		},
		group: ['trigger'],
		version: [1],
		subtitle,
		description:
			'Starts the workflow when tasks or documents are added or change. For comments, use Contract Workflow Trigger.',
		eventTriggerDescription: '',
		activationMessage:
			'The first poll only remembers what exists. Later changes start the workflow.',
		triggerPanel: {
			header: 'Check for changes',
			executionsHelp: {
				inactive:
					'<b>While you build</b>, press <b>Fetch Test Event</b> to see the newest item. <br /> <br /> <b>After publishing</b>, n8n checks for changes at the poll times. The first poll only remembers what exists. Later changes start the workflow. Runs appear in the <a data-key="executions">executions list</a>, not here.',
				active:
					'<b>n8n checks for changes at the poll times.</b> Runs appear in the <a data-key="executions">executions list</a>, not here. <br /> <br /> <b>To see an item here</b>, press <b>Fetch Test Event</b>. It shows the newest item.',
			},
			activationHint:
				'After publishing, n8n checks for changes at the poll times. The first poll only remembers what exists.',
		},
		builderHint: {
			searchHint:
				'Starts when a task is created, changes, gets a status or waits for approval. Also starts when a document is added or changes. To start only on some fields, and get their values before and after, use "Only When These Change". For comments, use Contract Workflow Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-contract-workflow.contractWorkflowTrigger',
					relationHint: 'Starts when a comment is posted on a task',
				},
			],
		},
		defaults: { name: 'Contract Workflow Polling Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'contractWorkflowApi', required: true }],
		properties: keepingRaw(described(properties)),
	};

	methods = { listSearch: searches({ searchPeople, searchWorkflows }), loadOptions };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		if (this.getMode() === 'manual') return await pollOnce(this);
		const key = `${this.getWorkflow().id} ${this.getNode().id}`;
		if (underway.has(key)) return null;
		underway.add(key);
		try {
			return await pollOnce(this);
		} finally {
			underway.delete(key);
		}
	}
}
