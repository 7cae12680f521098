import { chosenFields } from '../../nodes/ContractWorkflowPollingTrigger/changes';
import type { EventSettings } from '../../nodes/ContractWorkflowPollingTrigger/event';
import { events } from '../../nodes/ContractWorkflowPollingTrigger/events';
import type { PollState } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import { newest, poll } from '../../nodes/ContractWorkflowPollingTrigger/poll';
import type { Explained } from '../../nodes/shared/words/explained';
import type { Transport } from '../../src';
import { createClient } from '../../src';

const eventOf = (value: string) => {
	const event = events.find((one) => one.value === value);
	if (!event) throw new Error(`There is no event ${value}`);
	return event;
};

/** The fields that are compared when a builder makes some choices in the field of an event. */
export const fieldsFor = (
	event: string,
	given: unknown,
	isExpression = false,
): EventSettings['fields'] => {
	const { choice } = eventOf(event);
	return choice ? chosenFields(choice, given, isExpression) : [];
};

/** How a test differs from an untouched trigger. */
interface Changes extends Partial<EventSettings> {
	readonly backlog?: boolean;
	/** Requests for pages that a poll may begin. */
	readonly pages?: () => number;
}

/** An untouched polling trigger, with some of its settings changed, polled as n8n polls it. */
export const watched = (
	transport: Transport,
	event: string,
	{ backlog = false, pages = () => Infinity, ...settings }: Changes = {},
) => {
	const found = eventOf(event);
	const warnings: string[] = [];
	const faults: Explained[] = [];
	const warn = (message: string) => void warnings.push(message);
	const watch = found.watch({
		client: createClient(transport),
		warn,
		now: Date.now,
		report: (fault) => faults.push(fault),
		parameters: Object.fromEntries(found.properties.map((one) => [one.name, one.default])),
		filters: {},
		fields: [],
		...settings,
	});
	let state: PollState | undefined;
	let isSaved = false;
	const reach = () => {
		let left = pages();
		return { budget: { goesOn: () => --left > 0 }, warn };
	};
	return {
		warnings,
		/** What started the error workflow, although the poll went on. */
		faults,
		state: () => state,
		/** Whether n8n saves the state of the last poll. */
		isSaved: () => isSaved,
		/** Polls from now on with another state. */
		goBack(earlier: PollState | undefined) {
			state = earlier;
		},
		test: async () => (await newest(watch, state, reach())) ?? [],
		poll: async () => {
			const result = await poll(watch, state, { backlog, ...reach() });
			// As n8n stores it.
			state = JSON.parse(JSON.stringify(result.state)) as PollState;
			isSaved = result.news !== null;
			return result.news ?? [];
		},
	};
};

export const idIn = ({ row }: { readonly row: Readonly<Record<string, unknown>> }): number =>
	Number(row.task_id ?? row.document_id);
