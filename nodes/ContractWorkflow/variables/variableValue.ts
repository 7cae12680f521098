import type { InputValue, OutputOf, getWorkflowSchema } from '../../../src';
import { inputTypes } from '../../../src';
import { isBlankText } from '../../shared/fields/propertyValue';
import type { Label } from '../../shared/words/explained';
import { WrongField } from '../../shared/words/explained';
import type { Files } from '../surroundings';
import { typedText } from './typedText';
import type { VariableRow } from './variables';
import { yesOrNo } from './yesOrNo';

/** A variable, as the schema of a workflow defines it (section 2). */
export type Definition = OutputOf<typeof getWorkflowSchema>['workflow_schema']['variables'][number];

const dotless = (extension: string): string => extension.replace(/^\./, '').toLowerCase();

/** The extensions that a file variable allows; undefined if its schema names none (section 2). */
const allowedExtensions = (definition: Definition | undefined): string[] | undefined => {
	const allowed: unknown = definition?.validation?.allowed_extensions;
	return Array.isArray(allowed) && allowed.every((one) => typeof one === 'string')
		? allowed.map(dotless)
		: undefined;
};

/** Where the file of a variable comes from. */
interface FileField {
	/**
	 * The label of the field that names the binary field, or contains n8n's description of a file.
	 */
	readonly label: Label;
	readonly binaryField: unknown;
	/** Replaces the file's own name. */
	readonly name?: string | undefined;
	/** Replaces the extension of the name. */
	readonly extension?: string | undefined;
}

const fileValue = async (
	variable_id: string,
	{ label, binaryField, name, extension }: FileField,
	files: Files,
	definition: Definition | undefined,
): Promise<InputValue> => {
	const { filename, content, ...file } = await files.read(label, binaryField, name);
	const file_extension = extension ?? file.extension;
	if (file_extension === '') {
		throw new WrongField(label, `names the file ${filename}, which has no extension`);
	}
	const allowed = allowedExtensions(definition);
	if (allowed && !allowed.includes(dotless(file_extension))) {
		const taken = allowed.length === 0 ? 'no extension' : `only ${allowed.join(', ')}`;
		throw new WrongField(label, `names the file ${filename}, but the workflow allows ${taken}`);
	}
	return {
		variable_id,
		type: 'file',
		value: filename,
		file_extension,
		base64_content: content,
	};
};

/**
 * A value, as defined by its variable. For a file, it names a binary field of the input item, or is
 * what n8n's Form returns for the file.
 * @throws {WrongField} if the value does not match the type.
 */
export const definedValue = async (
	definition: Definition,
	value: unknown,
	label: Label,
	files: Files,
): Promise<InputValue> => {
	const { variable_id, type } = definition;
	if (!inputTypes.includes(type)) {
		throw new WrongField(label, `has the type ${String(type)}, which cannot be sent`);
	}
	if (type === 'file') {
		return await fileValue(variable_id, { label, binaryField: value }, files, definition);
	}
	if (type === 'boolean') return { variable_id, type, value: yesOrNo(value, label) };
	return { variable_id, type, value: typedText(type, value, label) };
};

/**
 * The value of a row that has its own type. The contract validates the format of its text.
 * @throws {WrongField} if a file is missing, or its extension is not allowed.
 */
export const typedValue = async (
	row: VariableRow & { readonly type: InputValue['type'] },
	label: Label,
	files: Files,
	definition?: Definition,
): Promise<InputValue> => {
	const { variableId: variable_id, type, value } = row;
	if (type !== 'file') {
		if (value === undefined || isBlankText(value)) {
			throw new WrongField([...label, 'Value'], 'is required');
		}
		const isAddress = type === 'email' || type === 'user_entity';
		return { variable_id, type, value: isAddress ? value.trim() : value } as InputValue;
	}
	const { fileSource, fileId: file_id, fileName: name, fileExtension: extension } = row;
	if (fileSource === 'binary') {
		const field = [...label, 'Input Data Field Name'];
		const { binaryPropertyName: binaryField } = row;
		if (binaryField === undefined) throw new WrongField(field, 'is required');
		return await fileValue(
			variable_id,
			{ label: field, binaryField, name, extension },
			files,
			definition,
		);
	}
	if (isBlankText(file_id)) throw new WrongField([...label, 'File ID'], 'is required');
	if (name === undefined) throw new WrongField([...label, 'File Name'], 'is required');
	return { variable_id, type, value: name, file_id };
};
