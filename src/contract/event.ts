/**
 * Events that the service emits (section 6), each with the endpoint that emits it. Payload,
 * delivery, signing and subscription are not shown.
 */
export const events = {
	'flows.tasks.commented': {
		emittedBy: 'commentOnTask',
		meaning: 'A comment was posted on a task',
	},
} as const;
