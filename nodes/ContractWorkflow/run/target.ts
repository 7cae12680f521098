import type { Target } from '../surroundings';
import type { Item, Run } from './run';

/** Identifies a target; undefined if there is only one. */
export const targetKey = ({ kind, id }: Target): string | undefined =>
	id === undefined ? undefined : `${kind} ${id}`;

/** The validated ID of the task that an item works on; undefined if the target is not a task. */
export const taskIdIn = (target: Target | undefined): number | undefined =>
	target?.kind === 'task' ? Number(target.id) : undefined;

/** The lane of an item: writes that must follow each other share a lane. */
export const laneOf = ({ operation }: Run, { target }: Item): string | undefined =>
	operation.write?.inOrder && target ? targetKey(target) : undefined;
