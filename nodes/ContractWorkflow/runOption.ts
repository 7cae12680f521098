import type { Parameters, Property, ValueOf } from '../shared/fields/property';
import { property } from '../shared/fields/property';
import { isRecord } from '../shared/fields/propertyValue';
import type { Operation } from './operation';

/** The headings under which Options holds what the node itself offers, in their order. */
export const groups = { safety: 'Safety', performance: 'Performance' } as const;

/** One of the node's own options: where the panel shows it, and for which operations. */
export interface RunOption<P extends Property = Property> {
	readonly group: keyof typeof groups;
	readonly property: P;
	/** Whether an operation has a use for it; each has where this is absent. */
	readonly usedBy?: ((operation: Operation) => boolean) | undefined;
}

/** Declares an option, and keeps the literal types of its property. */
export const runOption = <const P extends Property>(
	group: RunOption['group'],
	definition: P,
	usedBy?: (operation: Operation) => boolean,
): RunOption<P> => ({ group, property: property(definition), usedBy });

/**
 * Reads what is chosen for an option, for the first item unless an index says otherwise; undefined
 * where its group was not added.
 * @throws {Explained} that names the option, where its value is wrong.
 */
export type Choices = <P extends Property>(
	option: RunOption<P>,
	index?: number,
) => ValueOf<P> | undefined;

/** What is chosen for an option in the parameters of one item. */
export const chosenFor = <P extends Property>(
	{ options }: Parameters,
	{ group, property: { name } }: RunOption<P>,
): ValueOf<P> | undefined => {
	const fields = isRecord(options) ? options[group] : undefined;
	return isRecord(fields) ? (fields[name] as ValueOf<P>) : undefined;
};
