import type { IExecuteFunctions } from 'n8n-workflow';
import type { ItemReader } from '../../shared/fields/parameters';
import { property } from '../../shared/fields/property';
import { wrong } from '../../shared/fields/propertyValue';

/** Whether a run gives plans of its items, and sends nothing that writes. */
export const dryRun = property({
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to return a plan for each item instead of sending it',
});

/**
 * Whether the run is a dry one. An expression is read for every item: what was meant to be dry is
 * never sent.
 * @throws {WrongField} when an item gives no boolean, or items differ.
 */
export const readDryRun = (context: IExecuteFunctions, reader: ItemReader): boolean => {
	const raw = context.getNode().parameters[dryRun.name];
	const isFixed = typeof raw !== 'string' || !raw.startsWith('=');
	const indexes = isFixed ? [0] : [...context.getInputData().keys()];
	const isDryAt = (index: number) => reader.read([dryRun], index)[dryRun.name] === true;
	const [first = true, ...others] = indexes.map(isDryAt);
	const other = others.findIndex((isDry) => isDry !== first) + 1;
	if (other === 0) return first;
	return wrong(
		dryRun,
		`must be the same for all items, but is ${first} for item 0 and ${!first} for item ${other}`,
	);
};
