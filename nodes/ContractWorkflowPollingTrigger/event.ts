import type { Client } from '../../src';
import type { ParameterReader } from '../shared/fields/parameters';
import type { Parameters, ParametersOf, Property } from '../shared/fields/property';
import type { TaskFilters } from '../shared/panel/taskFilters';
import type { shapedTask } from '../shared/rows/output';
import type { ErrorWords } from '../shared/words/errors';
import type { WatchChoice } from './comparing/choices';
import type { Compared } from './comparing/comparison';
import type { Watch } from './watch';

/** What events with the same kind of rows share: filters and output. */
export interface Rows {
	readonly filters: Property;
	/** The field for Selected Fields. */
	readonly selected: Property;
	readFilters(read: ParameterReader): TaskFilters;
	readSelected(read: ParameterReader): readonly string[];
	readonly shape: typeof shapedTask;
}

/** The settings of an event. */
export interface EventSettings<Values = Parameters> extends Compared {
	/** Its own parameters. */
	readonly parameters: Values;
	readonly filters: TaskFilters;
}

/** Everything that the node knows about an event. */
interface Definition<Values> {
	readonly name: string;
	/** Stable id, stored in workflows. */
	readonly value: string;
	readonly description: string;
	/** Absent if the rows have no filters and are always returned completely. */
	readonly rows?: Rows;
	/** The field where a builder chooses what must change. */
	readonly choice?: WatchChoice;
	/** Whether the panel offers "If Not Remembered". */
	readonly asksIfNotRemembered?: true;
	/** Texts for error statuses that need more than the usual text. */
	readonly statuses?: ErrorWords['statuses'];
	readonly watch: (client: Client, settings: EventSettings<Values>) => EventWatch;
}

/**
 * A watch, and the settings that separate its memory from that of other watches of the same event.
 */
interface EventWatch extends Omit<Watch, 'key'> {
	readonly memoryOf?: readonly unknown[];
}

/** An event without its specific types, as the node watches for it. */
export interface PollingEvent extends Omit<Definition<Parameters>, 'watch'> {
	/** Its own fields in the panel. */
	readonly properties: readonly Property[];
	watch(client: Client, settings: EventSettings): Watch;
}

/** Declares an event. A misspelled parameter does not compile. */
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
