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
	/** Its value there; undefined if the row does not have the field. */
	valueIn(row: Row): unknown;
}

/** Distinct values in one order: that of the service has no meaning (section 2). */
const inOneOrder = (values: readonly unknown[]): readonly unknown[] =>
	[...distinct(values)].sort((one, other) =>
		JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
	);

/** The value of the rows in a list that are meant, or the list of their values. */
const valueWhere = (rows: unknown, isMeant: (row: Row) => boolean): unknown => {
	const found = Array.isArray(rows) ? rows.filter(isRecord).filter(isMeant) : [];
	const values = inOneOrder(found.map(({ value }) => value));
	return values.length > 1 ? values : values[0];
};

const field = (name: string, valueIn: WatchedField['valueIn']) => ({ id: name, name, valueIn });

type FieldName = keyof typeof document.shape | keyof typeof listedTask.shape;

const named = (name: FieldName) => field(name, ({ [name]: value }) => value);

/** The names of the fields whose marker is set (section 2, Document). */
const marked = (name: string, marker: 'is_unclear' | 'is_null'): WatchedField =>
	field(name, ({ fields }) => inOneOrder(namesWhere(fields, 'field_name', marker)));

const fieldOrAttribute = ({ kind, id, name, type }: ChosenField): WatchedField => ({
	id: `${kind}:${id}`,
	name: `${kind}_${name}`,
	valueIn: ({ fields, mapped_fields: attributes }) =>
		kind === 'field'
			? valueWhere(fields, (one) => one.org_field_id === Number(id))
			: valueWhere(attributes, (one) => one.name === name && one.field_type === type),
});

/** The fields of each task in a list (section 2), except constant fields, times and step runs. */
const plainTasks = [
	named('assignee_email'),
	named('current_step_id'),
	named('current_step_name'),
	named('current_step_run_id'),
	named('current_step_type'),
	named('owner_email'),
	named('priority'),
	named('requester_email'),
	named('status'),
	named('task_title'),
	field('collaborator_emails', ({ collaborator_emails: emails }) =>
		inOneOrder(Array.isArray(emails) ? emails : []),
	),
];

const plainDocuments = [
	named('document_title'),
	named('document_type'),
	named('file_name'),
	named('summary'),
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
	if (plain || id.trim() === '') return plain;
	const name = `${variablePrefix}${id}`;
	return field(name, ({ variables }) => valueWhere(variables, (one) => one.variable_id === id));
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
