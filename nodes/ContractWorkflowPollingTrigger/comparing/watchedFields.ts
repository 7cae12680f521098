import type { Row, document, listedTask } from '../../../src';
import { reservedFields } from '../../../src';
import type { ChosenField } from '../../shared/panel/fieldChoice';
import { nameOfField, readFieldChoice } from '../../shared/panel/fieldChoice';
import { distinct } from '../../shared/rows/simplification';
import { capitalized } from '../../shared/words/labels';

/** A field of rows that is compared from poll to poll. */
export interface WatchedField {
	/** Unique, in stored data too. */
	readonly id: string;
	/** The name in items. */
	readonly name: string;
	/** Absent if it is not a variable. */
	readonly variableId?: string;
	/** The org fields and attributes that were chosen for it. */
	readonly chosen?: readonly ChosenField[];
	/** The values in a row; empty if the row does not have the field. */
	valuesOf(row: Row): readonly unknown[];
	/** Whether its value is always returned as a list, even a single one. */
	readonly isList?: boolean;
}

const rowsIn = (value: unknown): readonly Row[] =>
	Array.isArray(value)
		? value.filter((row): row is Row => typeof row === 'object' && row !== null)
		: [];

const named = (name: string): WatchedField => ({
	id: name,
	name,
	valuesOf: ({ [name]: value }) => (value === undefined ? [] : [value]),
});

/** A list whose order has no meaning (section 2). */
const listed = (name: string): WatchedField => ({
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
 * @param chosen the fields that count; all fields if empty
 */
export const markedFields = (
	name: string,
	marker: 'is_unclear' | 'is_null',
	chosen: readonly ChosenField[] = [],
): WatchedField => ({
	id: [name, ...chosen.map(({ id }) => id)].join(':'),
	name,
	chosen,
	isList: true,
	valuesOf: ({ fields }) =>
		distinct(
			rowsIn(fields)
				.filter((entry) => entry[marker] === true)
				.filter((entry) => chosen.length === 0 || chosen.some((field) => isOfField(field)(entry)))
				.map(({ field_name }) => field_name),
		),
});

const fieldOrAttribute = (chosen: ChosenField): WatchedField => ({
	id: `${chosen.kind}:${chosen.id}`,
	name: nameOfField(chosen),
	chosen: [chosen],
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

/** The value of a variable in the list of choices. */
export const variableChoice = (id: string): string => `${variablePrefix}${id}`;

const variable = (id: string): WatchedField => ({
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

/** The fields of each task in a list (section 2), except constant fields, times and step runs. */
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

const optionsOf = (fields: readonly WatchedField[]) =>
	fields
		.map(({ id }) => ({ name: capitalized(id), value: id }))
		.sort((one, other) => (one.name < other.name ? -1 : 1));

/** The fields of each task, and of each document, that the lists offer without a request. */
export const taskOptions = optionsOf(plainTasks);
export const documentOptions = optionsOf(plainDocuments);

/** Reads a choice of the list for tasks. An expression may also give the bare ID of a variable. */
export const taskField = (choice: string): WatchedField | undefined => {
	const plain = plainTasks.find(({ id }) => id === choice);
	const id = choice.startsWith(variablePrefix) ? choice.slice(variablePrefix.length) : choice;
	return plain ?? (id.trim() === '' ? undefined : variable(id));
};

/** Reads a choice of the list of org fields, or the bare ID of an org field. */
export const orgField = (choice: string): ChosenField | undefined => {
	const chosen = readFieldChoice(choice);
	return chosen?.kind === 'field' && !(chosen.id in reservedFields) ? chosen : undefined;
};

/**
 * Reads a choice of the list for documents. An expression may also give the bare ID of a field or
 * an attribute.
 */
export const documentField = (choice: string): WatchedField | undefined => {
	const plain = plainDocuments.find(({ id }) => id === choice);
	if (plain) return plain;
	const chosen = readFieldChoice(choice);
	const one = chosen?.kind === 'attribute' ? chosen : orgField(choice);
	return one && fieldOrAttribute(one);
};

/** Each field once, under a unique name. */
export const withOwnNames = (fields: readonly WatchedField[]): readonly WatchedField[] => {
	const each = [...new Map(fields.map((field) => [field.id, field])).values()];
	const names = each.map(({ name }) => name);
	const isShared = ({ name }: WatchedField) => names.indexOf(name) !== names.lastIndexOf(name);
	return each.map((field) =>
		isShared(field) && field.id !== field.name
			? { ...field, name: `${field.name} (${field.id})` }
			: field,
	);
};
