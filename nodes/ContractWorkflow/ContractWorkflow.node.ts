import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { isStopped } from './clock';
import { defaultMaxWait, properties } from './description';
import { toNodeError } from './errors';
import type { Prepared } from './execution';
import { laneOf, prepare, send, startRun } from './execution';
import { inLanes } from './lanes';
import { listSearch } from './methods/listSearch';
import { failedItem, itemsSoFar } from './outcome';

/** Items that are under way at the same time. */
const parallelItems = 10;

export class ContractWorkflow implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contract Workflow',
		name: 'contractWorkflow',
		icon: {
			light: 'file:../../icons/contractWorkflow.svg',
			dark: 'file:../../icons/contractWorkflow.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Launch contract workflows, decide and comment tasks, search documents',
		defaults: { name: 'Contract Workflow' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'contractWorkflowApi',
				required: true,
				displayOptions: { show: { authentication: ['contractWorkflowApi'] } },
			},
			{
				name: 'contractWorkflowAccessTokenApi',
				required: true,
				displayOptions: { show: { authentication: ['contractWorkflowAccessTokenApi'] } },
			},
			{
				name: 'contractWorkflowOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['contractWorkflowOAuth2Api'] } },
			},
		],
		properties,
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = this.getNode();
		const count = this.getInputData().length;
		const run = await startRun(this, defaultMaxWait).catch((error: unknown) => {
			throw toNodeError(error, { node, itemIndex: 0 });
		});
		const results: INodeExecutionData[][] = [];
		const goesOn = this.continueOnFail();

		const prepared: Array<Prepared | undefined> = [];
		for (let itemIndex = 0; itemIndex < count; itemIndex++) {
			try {
				prepared[itemIndex] = await prepare(this, run, itemIndex);
			} catch (error) {
				const nodeError = toNodeError(error, { node, run, itemIndex });
				if (!goesOn) throw nodeError;
				results[itemIndex] = [failedItem(nodeError, error, itemIndex)];
			}
		}

		const failures = new Map<number, unknown>();
		await inLanes(
			count,
			(itemIndex) => {
				const item = prepared[itemIndex];
				return item && laneOf(run, item);
			},
			parallelItems,
			async (itemIndex) => {
				const item = prepared[itemIndex];
				if (isStopped(this)) return false;
				if (!item) return true;
				try {
					results[itemIndex] = await send(run, item, itemIndex);
				} catch (error) {
					failures.set(itemIndex, error);
					if (!goesOn) return false;
					const nodeError = toNodeError(error, { node, run, itemIndex });
					results[itemIndex] = [failedItem(nodeError, error, itemIndex)];
				}
				return true;
			},
		);

		const [first] = goesOn ? [] : [...failures].sort(([one], [other]) => one - other);
		if (first) {
			const [itemIndex, error] = first;
			const otherItems = itemsSoFar(count, results, failures);
			throw toNodeError(error, { node, run, itemIndex, otherItems });
		}
		return [results.flat()];
	}
}
