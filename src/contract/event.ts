/**
 * Events of the service (section 6), each with the endpoint that emits it. The API text does not
 * show payload, delivery, signing and subscription.
 */
export const events = {
	'flows.tasks.commented': {
		emittedBy: 'commentOnTask',
		meaning: 'A comment was posted on a task',
	},
} as const;
