import { property } from '../../../shared/fields/property';

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
		'An ID of what is sent. No later run sends it again. Two n8n processes that use this node at the same moment can forget a key or send twice.',
});
