import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { Row, document, listedTask } from '../../src';
import { isRecord, reservedFields } from '../../src';
import type { ChosenField } from '../shared/panel/documentFields';
import { fieldOptions, labelOfEarlier, readFieldChoice } from '../shared/panel/documentFields';
import { liveOptions, sortedByName } from '../shared/panel/liveOptions';
import { lookThrough } from '../shared/panel/pickers';
import { distinct, namesWhere, variablePrefix } from '../shared/rows/output';
import { capitalized } from '../shared/words/labels';

/** A field of rows that is compared from poll to poll. */
export interface WatchedField {
	/** Unique, in stored data too. */
	readonly id: string;
	/** The name in items: that of its column in Simplified. */
	readonly name: string;
	/** The values in a row; empty if the row does not have the field. */
	valuesOf(row: Row): readonly unknown[];
	/** Whether its value is always returned as a list, even a single one. */
	readonly isList?: boolean;
}

/** The distinct values of the rows in a list that are meant. */
const valuesWhere = (rows: unknown, isMeant: (row: Row) => boolean) => {
	const meant = Array.isArray(rows) ? rows.filter(isRecord).filter(isMeant) : [];
	return distinct(meant.map(({ value }) => value));
};

const named = (name: string): WatchedField => ({
	id: name,
	name,
	valuesOf: ({ [name]: value }) => (value === undefined ? [] : [value]),
});

/** A list whose order has no meaning (section 2). */
const unordered = (name: string): WatchedField => ({
	...named(name),
	isList: true,
	valuesOf: ({ [name]: value }) => (Array.isArray(value) ? distinct(value) : []),
});

/** The names of the fields whose marker is set (section 2, Document). */
const marked = (name: string, marker: 'is_unclear' | 'is_null'): WatchedField => ({
	...unordered(name),
	valuesOf: ({ fields }) => namesWhere(fields, 'field_name', marker),
});

const fieldOrAttribute = (chosen: ChosenField): WatchedField => ({
	id: `${chosen.kind}:${chosen.id}`,
	name: `${chosen.kind}_${chosen.name}`,
	valuesOf: ({ fields, mapped_fields: attributes }) =>
		chosen.kind === 'field'
			? valuesWhere(fields, ({ org_field_id: id }) => id === Number(chosen.id))
			: valuesWhere(
					attributes,
					({ name, field_type: type }) => name === chosen.name && type === chosen.type,
				),
});

const variable = (id: string): WatchedField => ({
	...named(`${variablePrefix}${id}`),
	valuesOf: ({ variables }) => valuesWhere(variables, ({ variable_id }) => variable_id === id),
});

/** The fields of each task in a list (section 2), except constant fields, times and step runs. */
const ofTasks = [
	'assignee_email',
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

const plainTasks = [...ofTasks.map(named), unordered('collaborator_emails')];

const plainDocuments = [
	...ofDocuments.map(named),
	marked('unclear_fields', 'is_unclear'),
	marked('empty_fields', 'is_null'),
];

/** The ID of a variable: an expression may also give it bare. */
const variableId = (choice: string): string =>
	choice.startsWith(variablePrefix) ? choice.slice(variablePrefix.length) : choice;

/** Reads a choice of the list for tasks. */
export const taskField = (choice: string): WatchedField | undefined => {
	const plain = plainTasks.find(({ id }) => id === choice);
	const id = variableId(choice);
	return plain ?? (id.trim() === '' ? undefined : variable(id));
};

/**
 * Reads a choice of the list for documents. An expression may also give the bare ID of a field or
 * an attribute.
 */
export const documentField = (choice: string): WatchedField | undefined => {
	const plain = plainDocuments.find(({ id }) => id === choice);
	if (plain) return plain;
	const chosen = readFieldChoice(choice);
	const isHeader = chosen?.kind === 'field' && chosen.id in reservedFields;
	return chosen && !isHeader ? fieldOrAttribute(chosen) : undefined;
};

/** The fields that the lists offer without a request. */
const optionsOf = (fields: readonly WatchedField[]): INodePropertyOptions[] =>
	sortedByName(fields.map(({ id }) => ({ name: capitalized(id), value: id })));

/** The variables of the tasks that a list reads, by ID: tasks do not contain their names. */
const variableOptions = async (context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> => {
	const { tasks } = await lookThrough(context, true);
	const types = new Map(
		tasks
			.flatMap(({ variables }) => (Array.isArray(variables) ? variables : []))
			.map(({ variable_id: id, variable_type: type }) => [id, type]),
	);
	return sortedByName(
		[...types].map(([id, type]) => ({
			name: `${id} (${type === 'user_entity' ? 'user' : type})`,
			value: `${variablePrefix}${id}`,
		})),
	);
};

/** The document fields and the task fields that can be compared. */
export const loadOptions = {
	watchedDocumentFields: liveOptions(
		'watchedDocumentFields',
		async (context) => [...optionsOf(plainDocuments), ...(await fieldOptions(context))],
		labelOfEarlier,
	),
	watchedTaskFields: liveOptions(
		'watchedTaskFields',
		async (context) => [...optionsOf(plainTasks), ...(await variableOptions(context))],
		(value) => `${variableId(value)} (not one of these variables)`,
	),
};
