import type { Row, document, listedTask } from '../../src';
import { reservedFields } from '../../src';
import type { ChosenField } from '../shared/fieldChoice';
import { nameOfField, readFieldChoice } from '../shared/fieldChoice';
import { capitalized } from '../shared/labels';
import { distinct } from '../shared/simplification';

/** Something of a row that is compared from poll to poll. */
export interface Thing {
	/** Tells it from all others, in stored data too. */
	readonly id: string;
	/** What items call it. */
	readonly name: string;
	/** The variable that it is; absent where it is none. */
	readonly variableId?: string;
	/** The fields of documents that it is of, where they were chosen. */
	readonly fields?: readonly ChosenField[];
	/** The values that a row has of it; none where the row does not show it. */
	valuesOf(row: Row): readonly unknown[];
	/** Whether it comes out as a list, also with a single value. */
	readonly isList?: boolean;
}

const rowsIn = (value: unknown): readonly Row[] =>
	Array.isArray(value)
		? value.filter((row): row is Row => typeof row === 'object' && row !== null)
		: [];

const named = (name: string): Thing => ({
	id: name,
	name,
	valuesOf: ({ [name]: value }) => (value === undefined ? [] : [value]),
});

/** A list whose order says nothing (section 2). */
const listed = (name: string): Thing => ({
	...named(name),
	isList: true,
	valuesOf: ({ [name]: value }) => (Array.isArray(value) ? distinct(value) : []),
});

const isOfField =
	({ id }: ChosenField) =>
	({ org_field_id }: Row): boolean =>
		org_field_id === id;

/**
 * The names of the fields whose marker is set (section 2, Document).
 * @param fields those that count; all of them if there are none
 */
export const markedFields = (
	name: string,
	marker: 'is_unclear' | 'is_null',
	fields: readonly ChosenField[] = [],
): Thing => ({
	id: [name, ...fields.map(({ id }) => id)].join(':'),
	name,
	fields,
	isList: true,
	valuesOf: (row) =>
		distinct(
			rowsIn(row.fields)
				.filter((entry) => entry[marker] === true)
				.filter((entry) => fields.length === 0 || fields.some((field) => isOfField(field)(entry)))
				.map(({ field_name }) => field_name),
		),
});

const field = (chosen: ChosenField): Thing => ({
	id: `${chosen.kind}:${chosen.id}`,
	name: nameOfField(chosen),
	fields: [chosen],
	valuesOf: ({ fields, mapped_fields: attributes }) =>
		distinct(
			(chosen.kind === 'field'
				? rowsIn(fields).filter(isOfField(chosen))
				: rowsIn(attributes).filter(
						({ name, field_type: type }) => name === chosen.name && type === chosen.type,
					)
			).map(({ value }) => value),
		),
});

const variablePrefix = 'variable:';

/** The value of a variable in the list of what can be chosen. */
export const variableChoice = (id: string): string => `${variablePrefix}${id}`;

const variable = (id: string): Thing => ({
	id: variableChoice(id),
	name: id,
	variableId: id,
	valuesOf: ({ variables }) =>
		distinct(
			rowsIn(variables)
				.filter(({ variable_id }) => variable_id === id)
				.map(({ value }) => value),
		),
});

/** What each task of a list shows (section 2), save what never changes, times and step runs. */
const ofTasks = [
	'assignee_email',
	'collaborator_emails',
	'current_step_id',
	'current_step_name',
	'current_step_run_id',
	'current_step_type',
	'owner_email',
	'priority',
	'requester_email',
	'status',
	'task_title',
] as const satisfies ReadonlyArray<keyof typeof listedTask.shape>;

/** The same of documents, with the two lists that Simplified makes of the markers of fields. */
const ofDocuments = [
	'document_title',
	'document_type',
	'file_name',
	'summary',
] as const satisfies ReadonlyArray<keyof typeof document.shape>;

const plainTasks = ofTasks.map((name) =>
	name === 'collaborator_emails' ? listed(name) : named(name),
);

const plainDocuments = [
	...ofDocuments.map(named),
	markedFields('unclear_fields', 'is_unclear'),
	markedFields('empty_fields', 'is_null'),
];

const optionsOf = (things: readonly Thing[]) =>
	things
		.map(({ id }) => ({ name: capitalized(id), value: id }))
		.sort((one, other) => (one.name < other.name ? -1 : 1));

/** What of each task, and of each document, can be chosen without asking the service. */
export const taskOptions = optionsOf(plainTasks);
export const documentOptions = optionsOf(plainDocuments);

/** Reads a choice of the list for tasks; from an expression the bare ID of a variable too. */
export const taskThing = (choice: string): Thing | undefined => {
	const plain = plainTasks.find(({ id }) => id === choice);
	const id = choice.startsWith(variablePrefix) ? choice.slice(variablePrefix.length) : choice;
	return plain ?? (id.trim() === '' ? undefined : variable(id));
};

/** Reads a choice of the list of org fields, or the bare ID of one. */
export const orgField = (choice: string): ChosenField | undefined => {
	const chosen = readFieldChoice(choice);
	return chosen?.kind === 'field' && !(chosen.id in reservedFields) ? chosen : undefined;
};

/** Reads a choice of the list for documents; from an expression a bare field or attribute ID too. */
export const documentThing = (choice: string): Thing | undefined => {
	const plain = plainDocuments.find(({ id }) => id === choice);
	if (plain) return plain;
	const chosen = readFieldChoice(choice);
	const one = chosen?.kind === 'attribute' ? chosen : orgField(choice);
	return one && field(one);
};

/** Each thing once, under a name that no other has. */
export const withOwnNames = (things: readonly Thing[]): readonly Thing[] => {
	const each = [...new Map(things.map((thing) => [thing.id, thing])).values()];
	const names = each.map(({ name }) => name);
	const isShared = ({ name }: Thing) => names.indexOf(name) !== names.lastIndexOf(name);
	return each.map((thing) =>
		isShared(thing) && thing.id !== thing.name
			? { ...thing, name: `${thing.name} (${thing.id})` }
			: thing,
	);
};
