import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { parameterReader } from '../shared/fields/parameters';
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
 * Refuses "Only If" and Options when the workflow is published, or a test is to begin. Not when n8n
 * starts: what was published before stays there, and tells of itself with each delivery.
 * @throws {Explained} when a condition is wrong, or n8n would drop what the workflow holds.
 */
export const checkSettings = (context: IHookFunctions): void => {
	if (['init', 'leadershipChange'].includes(context.getActivationMode())) return;
	parameterReader(context)(filters, options);
};

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
		filters: general.filters.filter,
		combine: general.combine,
		rawBody: general.options.rawBody ?? false,
	};
};
