import type { taskStatuses } from '../../src/contract';

/** The orders of a list that are told apart, by the time that sorts it. */
export const listOrders = ['created', 'created-desc', 'updated', 'updated-desc'] as const;
export type ListOrder = (typeof listOrders)[number];

/** What a service does where the API text is open, as it was seen; what was not seen is left out. */
export type Choices = Partial<{
	taskOrder: ListOrder;
	sourceTaskOrder: ListOrder;
	/** Whether a list holds tasks of a status unless it is asked for others. */
	activeStatuses: Partial<Record<(typeof taskStatuses)[number], boolean>>;
	searchOrder: ListOrder;
	nextCursor: 'created' | 'updated' | 'either';
	lastCursor: 'null' | 'kept';
	plainCursor: 'taken' | 'refused';
	unknownFields: 'refused' | 'ignored';
	malformedPath: 404 | 422;
	rateLimit: number;
	downloadSeconds: number;
}>;
export type ChoiceName = keyof Choices;

/** What the sandbox does unless it is told otherwise. */
export const sandboxChoices = {
	taskOrder: 'created-desc',
	sourceTaskOrder: 'created-desc',
	activeStatuses: ['created', 'in_progress', 'pending', 'on_hold'],
	searchOrder: 'created',
	nextCursor: 'either',
	lastCursor: 'null',
	plainCursor: 'taken',
	unknownFields: 'refused',
	malformedPath: 404,
	rateLimit: 600,
	downloadSeconds: 300,
} as const satisfies Record<ChoiceName, unknown>;
