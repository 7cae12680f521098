import type { Parameters, ParametersOf, Property } from '../shared/fields/property';
import { property } from '../shared/fields/property';
import type { Operation } from './operation';

/** One of the Request Options: what the panel shows of it, and which operations offer it. */
export interface RequestOption<P extends Property = Property> {
	readonly property: P;
	/** Whether an operation has a use for it; each has where this is absent. */
	readonly usedBy?: ((operation: Operation) => boolean) | undefined;
}

/** Declares a request option, and keeps the literal types of its property. */
export const requestOption = <const P extends Property>(
	definition: P,
	usedBy?: (operation: Operation) => boolean,
): RequestOption<P> => ({ property: property(definition), usedBy });

/** What was chosen for an option, undefined where it was not added. */
export const chosen = <P extends Property>(
	options: Parameters,
	{ property: { name } }: RequestOption<P>,
): ParametersOf<[P]>[Exclude<P, { readonly type: 'notice' }>['name']] | undefined =>
	options[name] as ParametersOf<[P]>[Exclude<P, { readonly type: 'notice' }>['name']] | undefined;
