import { property } from '../../shared/property';

/** The key under which an item is sent once, whatever runs later. */
export const oncePerKey = property({
	displayName: 'Send Only Once Per Key',
	name: 'oncePerKey',
	type: 'string',
	neverBlank: true,
	trimmed: true,
	default: '',
	placeholder: 'e.g. {{ $json.deal_id }}',
	description:
		'What makes the item the same one in every run, such as the ID of a deal or a row. This node then sends it once: in later runs, test runs too, an item with a used key comes out without being sent, and says whether the first one is done or unknown. The last 10,000 keys are remembered. Several workers at the same moment are not kept apart. To use a key again see Release Keys in the Request Options.',
});
