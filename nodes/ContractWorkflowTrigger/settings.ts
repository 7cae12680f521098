import type { IWebhookFunctions } from 'n8n-workflow';
import { parameterReader } from '../shared/parameters';
import {
	combine,
	deliveryIdPath,
	filters,
	ignoreMarked,
	ignoreRepeats,
	loadTask,
	loopGuardMarker,
	options,
	taskIdPath,
} from './description';
import type { Filter } from './filters';

/** What to do with a delivery; a path that is absent asks for nothing. */
export interface Settings {
	readonly taskIdPath: string | undefined;
	readonly deliveryIdPath: string | undefined;
	/** Deliveries that hold this text are ignored. */
	readonly marker: string | undefined;
	readonly filters: readonly Filter[];
	readonly combine: 'all' | 'any';
	readonly rawBody: boolean;
}

/**
 * Reads the parameters of the trigger, but for the authentication.
 * @throws {WrongField} that names the field by its display name.
 */
export const readSettings = (context: IWebhookFunctions): Settings => {
	const read = parameterReader(context);
	const general = read(loadTask, ignoreRepeats, ignoreMarked, filters, combine, options);
	return {
		taskIdPath: general.loadTask ? read(taskIdPath).taskIdPath : undefined,
		deliveryIdPath: general.ignoreRepeats ? read(deliveryIdPath).deliveryIdPath : undefined,
		marker: general.ignoreMarked ? read(loopGuardMarker).loopGuardMarker : undefined,
		filters: general.filters.filter.map((filter) => ({ ...filter, value: filter.value ?? '' })),
		combine: general.combine,
		rawBody: general.options.rawBody ?? false,
	};
};
