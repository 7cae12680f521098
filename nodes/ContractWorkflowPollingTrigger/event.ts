import type { Parameters, Property } from '../shared/fields/property';
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
export interface EventSettings extends Source {
	/** Its own parameters. */
	readonly parameters: Parameters;
	readonly filters: TaskFilters;
	/** The fields of which at least one must change. If empty, any change counts. */
	readonly fields: readonly WatchedField[];
}

/** Everything that the node knows about an event. */
export interface PollingEvent {
	readonly name: string;
	/** Stable id, stored in workflows. */
	readonly value: string;
	readonly description: string;
	readonly kind: RowKind;
	/** Its own fields in the panel. */
	readonly properties: readonly Property[];
	/** The field where a builder chooses what must change. */
	readonly choice?: WatchChoice;
	watch(settings: EventSettings): Watch;
}

type EventDefinition = Omit<PollingEvent, 'properties' | 'watch'> & {
	readonly properties?: readonly Property[];
	readonly watch: (settings: EventSettings) => Omit<Watch, 'key'>;
};

/** Declares an event. The key of its watch contains all settings. */
export const event = ({
	watch,
	properties = [],
	...definition
}: EventDefinition): PollingEvent => ({
	...definition,
	properties,
	watch(settings) {
		const { parameters, filters, fields } = settings;
		const ids = fields.map(({ id }) => id);
		const key = JSON.stringify([definition.value, parameters, filters, ids]);
		return { ...watch(settings), key };
	},
});
