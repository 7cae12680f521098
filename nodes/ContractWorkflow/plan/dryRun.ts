import type { IExecuteFunctions } from 'n8n-workflow';
import type { ItemReader } from '../../shared/fields/parameters';
import type { Property } from '../../shared/fields/property';
import { property } from '../../shared/fields/property';
import { isBlank, isRecord, wrong } from '../../shared/fields/propertyValue';
import { requestOption } from '../requestOption';

/** Whether the items of a run come out as plans, and nothing that writes is sent. */
export const dryRun = requestOption(
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		neverBlank: true,
		default: true,
		description:
			'Whether to send nothing that changes something. Each item comes out as a plan: what would be sent, whether it would be skipped or fail and why, where its task stands, how many requests it takes and how long the rate limit makes them wait.',
	},
	({ endpoint }) => endpoint.writes,
);

const { displayName, name } = dryRun.property;

/**
 * Where Dry Run does not belong. n8n drops a parameter that a node does not have, and the item would
 * be sent; this one is never shown, and what stands in it is refused.
 */
export const misplacedDryRun = property({ displayName, name, type: 'hidden', default: '' });

/**
 * Whether the run is a dry one. An expression is read for every item: what was meant to be dry is
 * never sent.
 * @param options the parameter that holds the request options
 * @throws {WrongField} when an item gives no boolean, or items differ.
 */
export const readDryRun = (
	context: IExecuteFunctions,
	reader: ItemReader,
	options: Property,
): boolean => {
	const { [options.name]: raw, [name]: misplaced } = context.getNode().parameters;
	if (!isBlank(misplaced)) {
		wrong(
			dryRun.property,
			`must be in "${options.displayName}": {"${options.name}": {"${name}": true}}`,
		);
	}
	if (!isRecord(raw) || !(name in raw)) return false;
	const isFixed = typeof raw[name] !== 'string' || !raw[name].startsWith('=');
	const indexes = isFixed ? [0] : [...context.getInputData().keys()];
	const isDryAt = (index: number) => reader.readField(options, name, index) === true;
	const [first = true, ...others] = indexes.map(isDryAt);
	const other = others.findIndex((isDry) => isDry !== first) + 1;
	if (other === 0) return first;
	return wrong(
		dryRun.property,
		`must be the same for all items, but is ${first} for item 0 and ${!first} for item ${other}`,
	);
};
