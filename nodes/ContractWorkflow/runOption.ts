import type { Parameters, Property, ValueOf } from '../shared/fields/property';
import { property } from '../shared/fields/property';
import { isRecord } from '../shared/fields/propertyValue';
import type { Operation } from './operation';

/** The headings under which Options lists the node's own options, in order. */
export const groups = { safety: 'Safety', performance: 'Performance' } as const;

/** One of the node's own options: where the panel shows it, and for which operations. */
export interface RunOption<P extends Property = Property> {
	readonly group: keyof typeof groups;
	readonly property: P;
	/** Whether an operation uses it. If absent, every operation does. */
	readonly usedBy?: ((operation: Operation) => boolean) | undefined;
}

/** Declares an option with the literal types of its property. */
export const runOption = <const P extends Property>(
	group: RunOption['group'],
	definition: P,
	usedBy?: (operation: Operation) => boolean,
): RunOption<P> => ({ group, property: property(definition), usedBy });

/**
 * Reads the value of an option, for the first item unless an index is given; undefined if its group
 * was not added.
 * @throws {Explained} that names the option, if its value is wrong.
 */
export type Choices = <P extends Property>(
	option: RunOption<P>,
	index?: number,
) => ValueOf<P> | undefined;

/** The value of an option in the parameters of one item. */
export const chosenFor = <P extends Property>(
	{ options }: Parameters,
	{ group, property: { name } }: RunOption<P>,
): ValueOf<P> | undefined => {
	const fields = isRecord(options) ? options[group] : undefined;
	return isRecord(fields) ? (fields[name] as ValueOf<P>) : undefined;
};
