import type { IExecuteFunctions } from 'n8n-workflow';
import type { ItemReader } from '../../shared/fields/parameters';
import { property } from '../../shared/fields/property';
import { isBlank, wrong } from '../../shared/fields/propertyValue';

/** Whether a run returns plans of its items and sends no writes. */
export const dryRun = property({
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to return plans and send nothing',
});

/**
 * How models tend to spell it. n8n drops parameters that a node does not have, and the item would be
 * sent. So these exist, are never shown, and any value in them is refused.
 */
export const misspelledDryRuns = ['dry_run', 'dryrun', 'DryRun'].map((name) =>
	property({ ...dryRun, name, type: 'hidden', default: '' }),
);

/**
 * Whether this is a dry run. The expression is evaluated for every item, so that an item meant for
 * a dry run is never sent.
 * @throws {WrongField} when an item has no boolean, or items differ.
 */
export const readDryRun = (context: IExecuteFunctions, reader: ItemReader): boolean => {
	const { parameters } = context.getNode();
	if (misspelledDryRuns.some(({ name }) => !isBlank(parameters[name]))) {
		wrong(dryRun, `must be written "${dryRun.name}" in the JSON of the node`);
	}
	const isDryAt = (index: number) => reader([dryRun], index)[dryRun.name] === true;
	const [first = true, ...others] = [...context.getInputData().keys()].map(isDryAt);
	const other = others.findIndex((isDry) => isDry !== first) + 1;
	if (other === 0) return first;
	return wrong(
		dryRun,
		`must be the same for all items, but is ${first} for item 0 and ${!first} for item ${other}`,
	);
};
