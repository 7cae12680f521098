import type { Client } from '../../src';
import type { ParameterReader } from '../shared/fields/parameters';
import type { Parameters, ParametersOf, Property } from '../shared/fields/property';
import type { TaskFilters } from '../shared/panel/taskFilters';
import type { shapedTask } from '../shared/rows/output';
import type { ErrorWords } from '../shared/words/errors';
import type { WatchChoice } from './comparing/choices';
import type { Compared } from './comparing/comparison';
import type { Watch } from './watch';

/** What several events have in common whose rows are of one kind: their filters and their output. */
export interface Rows {
	readonly filters: Property;
	/** The field for what Selected Fields gives. */
	readonly selected: Property;
	readFilters(read: ParameterReader): TaskFilters;
	readSelected(read: ParameterReader): readonly string[];
	readonly shape: typeof shapedTask;
}

/** What a builder has set for an event. */
export interface EventSettings<Values = Parameters> extends Compared {
	/** Its own parameters. */
	readonly parameters: Values;
	readonly filters: TaskFilters;
}

/** All that the node knows of an event. */
interface Definition<Values> {
	readonly name: string;
	/** Stable id, stored in workflows. */
	readonly value: string;
	readonly description: string;
	/** Absent where the rows have no filters and always come out whole. */
	readonly rows?: Rows;
	/** The field in which a builder chooses what must change. */
	readonly choice?: WatchChoice;
	/** Whether the panel offers "If Not Remembered". */
	readonly asksIfNotRemembered?: true;
	/** Words for the statuses of errors, where there is more to say than usual. */
	readonly statuses?: ErrorWords['statuses'];
	readonly watch: (client: Client, settings: EventSettings<Values>) => EventWatch;
}

/** A watch, and the settings by which its memory differs from that of others of the same event. */
interface EventWatch extends Omit<Watch, 'key'> {
	readonly memoryOf?: readonly unknown[];
}

/** An event whose types are no longer known, as the node watches for it. */
export interface PollingEvent extends Omit<Definition<Parameters>, 'watch'> {
	/** Its own fields in the panel. */
	readonly properties: readonly Property[];
	watch(client: Client, settings: EventSettings): Watch;
}

/** Declares an event. A misspelt parameter does not compile. */
export const event = <const Properties extends readonly Property[]>({
	watch: watchOf,
	...definition
}: Definition<ParametersOf<Properties>> & { readonly properties: Properties }): PollingEvent => ({
	...definition,
	watch(client, settings) {
		const parameters = settings.parameters as ParametersOf<Properties>;
		const { memoryOf = [], ...watch } = watchOf(client, { ...settings, parameters });
		const key = [definition.value, ...memoryOf.map((setting) => JSON.stringify(setting))].join(' ');
		return { ...watch, key };
	},
});
