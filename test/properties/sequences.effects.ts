import { organizations } from '../../tools/sandbox/seed/accounts';
import type { Sandbox } from '../../tools/sandbox/server';
import { findTask } from '../../tools/sandbox/store/tasks/tasks';
import type { Counts } from './sequences.counts';
import { countsOf, doneBetween, launchedIn } from './sequences.counts';

/** A task as the service has it, past the API. */
export const stateOf = ({ service }: Sandbox, id: number) =>
	findTask(service.store, organizations.main, id);

/** What was written since a count. A task that was launched goes by the party of its launch. */
export interface Effects {
	/** How often each thing was done, for example `comment of 12`. */
	readonly done: ReadonlyMap<string, number>;
	/** The requests that the service did not refuse, for example `commentOnTask of 12`. */
	readonly arrived: readonly string[];
	/** The tasks that were launched. */
	readonly launched: readonly number[];
}

const partyOf = (variables: unknown): string => {
	const list = (variables ?? []) as ReadonlyArray<{ variable_id: string; value: unknown }>;
	return String(list.find(({ variable_id }) => variable_id === 'counterparty')?.value);
};

const isRefused = (status: number | null) => status !== null && status >= 400 && status < 500;

/** What was written since `before`, by the store and the log of requests of the service. */
export const effectsSince = (sandbox: Sandbox, before: Counts): Effects => {
	const done = doneBetween(before, countsOf(sandbox));
	const launched = launchedIn(done);
	const named = [...done].map(([name, count]): [string, number] => {
		const [kind = '', id = ''] = name.split(' of task ');
		const isNew = launched.includes(Number(id));
		return [`${kind} of ${isNew ? partyOf(stateOf(sandbox, Number(id))?.variables) : id}`, count];
	});
	const arrived = sandbox
		.requests()
		.filter(({ status }) => !isRefused(status))
		.map(({ endpoint, path, body }) => {
			const [, id] = /^\/tasks\/(\d+)\//.exec(path) ?? [];
			return `${endpoint} of ${id ?? partyOf((body as { variables?: unknown } | null)?.variables)}`;
		});
	return { done: new Map(named), arrived, launched };
};
