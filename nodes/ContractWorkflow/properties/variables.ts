import type { InputValue } from '../../../src';
import { InvalidInput } from '../../../src';
import type { ParametersOf } from '../../shared/property';
import { property } from '../../shared/property';
import type { Files } from '../run/files';

// Each field is a constant of its own: in a literal list n8n's lint wants them in alphabetical
// order, and they are filled in from the top.
const variableId = property({
	displayName: 'Variable ID',
	name: 'variableId',
	type: 'string',
	default: '',
	required: true,
	description: 'ID of the variable in the schema of the workflow',
});

const type = property({
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'text',
	description: 'Type of the variable in the schema of the workflow',
	options: [
		{ name: 'Boolean', value: 'boolean', description: 'The text true or false' },
		{
			name: 'Business',
			value: 'business',
			description: 'Name or identifier of a business',
		},
		{ name: 'Date', value: 'date', description: 'ISO 8601, for example 2026-01-31' },
		{ name: 'Email', value: 'email' },
		{
			name: 'File',
			value: 'file',
			description: 'A file of the input item, or one uploaded before',
		},
		{ name: 'Number', value: 'number' },
		{ name: 'Select', value: 'select', description: 'The value of an option' },
		{ name: 'Text', value: 'text' },
		{ name: 'User', value: 'user_entity', description: 'Email address of a user' },
	],
});

const value = property({
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	displayOptions: { hide: { type: ['file'] } },
});

const fileSource = property({
	displayName: 'File Source',
	name: 'fileSource',
	type: 'options',
	default: 'binary',
	displayOptions: { show: { type: ['file'] } },
	options: [
		{ name: 'Input Data Field', value: 'binary', description: 'A file of the input item' },
		{ name: 'File ID', value: 'fileId', description: 'A file that was uploaded before' },
	],
});

const binaryPropertyName = property({
	displayName: 'Input Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	displayOptions: { show: { type: ['file'], fileSource: ['binary'] } },
	hint: 'The name of the input binary field that holds the file',
});

const fileId = property({
	displayName: 'File ID',
	name: 'fileId',
	type: 'string',
	default: '',
	displayOptions: { show: { type: ['file'], fileSource: ['fileId'] } },
});

const fileName = property({
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	displayOptions: { show: { type: ['file'] } },
	placeholder: 'e.g. contract.pdf',
	description: 'If empty, the name of the input file. Needed with a File ID.',
});

const fileExtension = property({
	displayName: 'File Extension',
	name: 'fileExtension',
	type: 'string',
	default: '',
	displayOptions: { show: { type: ['file'], fileSource: ['binary'] } },
	placeholder: 'e.g. pdf',
	description: 'If empty, the extension of the file name, without its dot',
});

/** Values for workflow variables, as a list of ID, type and value (section 4, initiate). */
export const variables = property({
	displayName: 'Variables',
	name: 'variables',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Variable',
	default: {},
	description: 'Values for the variables of the workflow',
	options: [
		{
			displayName: 'Variable',
			name: 'variable',
			values: [
				variableId,
				type,
				value,
				fileSource,
				binaryPropertyName,
				fileId,
				fileName,
				fileExtension,
			],
		},
	],
});

type Entry = ParametersOf<[typeof variables]>['variables']['variable'][number];

const fileValueOf = async (entry: Entry, position: number, files: Files): Promise<InputValue> => {
	const { variableId: variable_id, fileSource, fileId, fileName, binaryPropertyName } = entry;
	if (fileSource === 'fileId') {
		if (fileName === undefined || fileId === undefined) {
			const missing = fileId === undefined ? 'file_id' : 'filename';
			throw new InvalidInput([
				{ path: `body.variables.${position}.${missing}`, message: 'is required' },
			]);
		}
		return { variable_id, type: 'file', value: fileName, file_id: fileId };
	}
	const file = await files.read('Input Data Field Name', binaryPropertyName ?? 'data', fileName);
	const extension = entry.fileExtension ?? file.extension;
	if (extension === '') {
		throw new InvalidInput([
			{
				path: `body.variables.${position}.file_extension`,
				message: `needs an extension: the file is called ${file.filename}`,
			},
		]);
	}
	return {
		variable_id,
		type: 'file',
		value: file.filename,
		file_extension: extension,
		base64_content: file.content,
	};
};

/** An address that was copied often has a blank at its end; a text is left as it is. */
const textValueOf = ({ type, value = '' }: Entry): string =>
	type === 'email' || type === 'user_entity' ? value.trim() : value;

/** The `variables` of a request; files are read from the input item. */
export const inputValuesOf = async (
	entries: readonly Entry[],
	files: Files,
): Promise<InputValue[]> =>
	await Promise.all(
		entries.map(async (entry, position) =>
			entry.type === 'file'
				? await fileValueOf(entry, position, files)
				: // Which form the text must have is the contract's to check.
					({
						variable_id: entry.variableId,
						type: entry.type,
						value: textValueOf(entry),
					} as InputValue),
		),
	);
