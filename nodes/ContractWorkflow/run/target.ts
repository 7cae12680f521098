import type { Target } from '../surroundings';
import type { Item, Run } from './run';

/** Tells one target from all others; undefined where there is but one. */
export const targetKey = ({ kind, id }: Target): string | undefined =>
	id === undefined ? undefined : `${kind} ${id}`;

/** The ID of the task that an item works on, which was checked; undefined where that is no task. */
export const taskIdIn = (target: Target | undefined): number | undefined =>
	target?.kind === 'task' ? Number(target.id) : undefined;

/** The lane of an item: writes that must follow each other have the same one. */
export const laneOf = ({ operation }: Run, { target }: Item): string | undefined =>
	operation.write?.inOrder && target ? targetKey(target) : undefined;
