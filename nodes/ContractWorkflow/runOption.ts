import type { Property } from '../shared/fields/property';
import { property } from '../shared/fields/property';
import type { Operation } from './operation';

/** One of the node's own fields or options, and the operations that have it. */
export interface RunOption<P extends Property = Property> {
	readonly property: P;
	/** Whether an operation uses it. If absent, every operation does. */
	readonly usedBy?: ((operation: Operation) => boolean) | undefined;
}

/** Declares an option with the literal types of its property. */
export const runOption = <const P extends Property>(
	definition: P,
	usedBy?: (operation: Operation) => boolean,
): RunOption<P> => ({ property: property(definition), usedBy });
