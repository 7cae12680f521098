import { property } from '../../../shared/fields/property';

/** Activity log entry to reply to in its thread. */
export const replyTo = property({
	displayName: 'Reply To',
	name: 'replyTo',
	type: 'string',
	reads: 'integer',
	default: '',
	placeholder: 'e.g. 1042',
	description: 'ID of an activity log entry',
});

/** Lets a trigger recognize n8n's own comments. On if absent. */
export const addMarker = property({
	displayName: 'Add Marker',
	name: 'addMarker',
	type: 'boolean',
	default: true,
	description: 'Whether to add "(sent-by-n8n)", which prevents a loop',
});

/** Users whom a comment mentions (section 4). */
export const mentionUserIds = property({
	displayName: 'Mention User IDs',
	name: 'mentionUserIds',
	type: 'string',
	reads: 'integers',
	default: '',
	placeholder: 'e.g. 12, 34',
});
