import type { Parameters, ParametersOf, Property } from '../shared/fields/property';
import type { TaskFilters } from '../shared/panel/taskFilters';
import type { shapedTask } from '../shared/rows/output';
import type { WatchChoice } from './changes';
import type { Source, Watch } from './watch';
import type { WatchedField } from './watchedFields';

/** What the events of tasks share, and those of documents: filters and output. */
export interface RowKind {
	readonly filters: Property;
	/** The field for Selected Fields. */
	readonly selected: Property;
	readonly shape: typeof shapedTask;
}

/** Where the rows of an event come from, and its settings. */
export interface EventSettings<Values = Parameters> extends Source {
	/** Its own parameters. */
	readonly parameters: Values;
	readonly filters: TaskFilters;
	/** The fields of which at least one must change. If empty, any change counts. */
	readonly fields: readonly WatchedField[];
}

/** Everything that the node knows about an event. */
interface EventDefinition<Values> {
	readonly name: string;
	/** Stable id, stored in workflows. */
	readonly value: string;
	readonly description: string;
	readonly kind: RowKind;
	/** The field where a builder chooses what must change. */
	readonly choice?: WatchChoice;
	readonly watch: (settings: EventSettings<Values>) => Omit<Watch, 'key'>;
}

/** An event without its specific types, as the node watches for it. */
export interface PollingEvent extends Omit<EventDefinition<Parameters>, 'watch'> {
	/** Its own fields in the panel. */
	readonly properties: readonly Property[];
	watch(settings: EventSettings): Watch;
}

/** Declares an event. A misspelled parameter does not compile. */
export const event = <const Properties extends readonly Property[]>({
	watch,
	...definition
}: EventDefinition<ParametersOf<Properties>> & {
	readonly properties: Properties;
}): PollingEvent => ({
	...definition,
	watch(settings) {
		const parameters = settings.parameters as ParametersOf<Properties>;
		const fields = settings.fields.map(({ id }) => id);
		const key = JSON.stringify([definition.value, parameters, settings.filters, fields]);
		return { ...watch({ ...settings, parameters }), key };
	},
});
