import type { ChoiceName, Choices, ListOrder } from './choices';
import { sandboxChoices } from './choices';

/** What a service was seen to do where the API text is open. */
export interface Observation {
	readonly choice: ChoiceName;
	/** In words; null where it was not seen. */
	readonly seen: string | null;
	/** Why it was not seen, as a clause. */
	readonly why: string;
	/** What the sandbox does unless it is told otherwise. */
	readonly sandbox: string;
	/** Whether the sandbox does the same unless it is told otherwise. */
	readonly isSame: boolean;
}

/** The observations of a check. */
export interface Observations {
	/** Something that the sandbox can be told to do as well. */
	see<Name extends ChoiceName>(name: Name, value: NonNullable<Choices[Name]>): void;
	/** Something that the sandbox cannot be told to do. */
	seeOther(name: ChoiceName, words: string): void;
	/** Why a choice was not seen; what was seen before stays. */
	miss(name: ChoiceName, why: string): void;
	list(): readonly Observation[];
	profile(): Choices;
}

const orders: Readonly<Record<ListOrder, string>> = {
	created: 'oldest creation first',
	'created-desc': 'newest creation first',
	updated: 'oldest update first',
	'updated-desc': 'newest update first',
};

export const orderWords = (order: ListOrder): string => orders[order];

const statusWords = (statuses: NonNullable<Choices['activeStatuses']>): string => {
	const listed = Object.entries(statuses);
	const named = (isActive: boolean): string =>
		listed
			.filter(([, active]) => active === isActive)
			.map(([status]) => status)
			.join(', ') || 'none';
	const unknown = listed.length < 9 ? '; others not seen' : '';
	return `active: ${named(true)}; not: ${named(false)}${unknown}`;
};

/** The choices by name: how each is called, and how its values are told. */
const words: {
	readonly [Name in ChoiceName]: {
		readonly title: string;
		readonly tell: (value: NonNullable<Choices[Name]>) => string;
	};
} = {
	taskOrder: { title: 'Order of a task list', tell: orderWords },
	sourceTaskOrder: { title: 'Order of the tasks of an external source id', tell: orderWords },
	activeStatuses: { title: 'Tasks that a list holds by default', tell: statusWords },
	searchOrder: { title: 'Order of a document search', tell: orderWords },
	nextCursor: {
		title: 'Field that next_cursor continues',
		tell: (value) =>
			value === 'either' ? 'both last_created_at and last_updated_at' : `last_${value}_at only`,
	},
	lastCursor: {
		title: 'next_cursor of the last page',
		tell: (value) => (value === 'null' ? 'null' : 'a cursor anyway'),
	},
	plainCursor: {
		title: 'A plain time as a cursor',
		tell: (value) => (value === 'taken' ? 'is taken' : 'is refused'),
	},
	unknownFields: {
		title: 'A field that the API text does not show',
		tell: (value) => (value === 'refused' ? 'is refused (422)' : 'is ignored'),
	},
	malformedPath: { title: 'A task id in a path that is not a number', tell: String },
	rateLimit: { title: 'Requests per minute', tell: String },
	downloadSeconds: {
		title: 'Lifetime of a download address',
		tell: (value) => `${value} seconds`,
	},
};

const names = Object.keys(words) as ChoiceName[];

export const titleOf = (name: ChoiceName): string => words[name].title;

const told = <Name extends ChoiceName>(name: Name, value: NonNullable<Choices[Name]>): string =>
	words[name].tell(value);

const ownWords = (name: ChoiceName): string =>
	name === 'activeStatuses'
		? `active: ${sandboxChoices.activeStatuses.join(', ')}`
		: told(name, sandboxChoices[name] as never);

const isOwn = (choices: Choices, name: ChoiceName): boolean => {
	if (name !== 'activeStatuses') return choices[name] === sandboxChoices[name];
	return Object.entries(choices.activeStatuses ?? {}).every(
		([status, isActive]) =>
			sandboxChoices.activeStatuses.some((own) => own === status) === isActive,
	);
};

/** Nothing seen to begin with. */
export const createObservations = (): Observations => {
	const choices: Choices = {};
	const seen = new Map<ChoiceName, string>();
	const missed = new Map<ChoiceName, string>();
	return {
		see(name, value) {
			choices[name] = value as never;
			seen.set(name, told(name, value));
		},
		seeOther: (name, text) => void seen.set(name, text),
		miss: (name, why) => void missed.set(name, why),
		list: () =>
			names.map((choice) => ({
				choice,
				seen: seen.get(choice) ?? null,
				why: missed.get(choice) ?? 'it was not reached before the limit of requests',
				sandbox: ownWords(choice),
				isSame: isOwn(choices, choice),
			})),
		profile: () => ({ ...choices }),
	};
};
