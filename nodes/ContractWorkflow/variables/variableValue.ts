import type { InputValue, OutputOf, getWorkflowSchema } from '../../../src';
import { inputTypes } from '../../../src';
import { isRecord, plainText, shown } from '../../shared/fields/propertyValue';
import type { Label } from '../../shared/words/explained';
import { WrongField } from '../../shared/words/explained';
import type { Files } from '../surroundings';
import { typedText } from './typedText';

/** A variable, as the schema of a workflow defines it (section 2). */
export type Definition = OutputOf<typeof getWorkflowSchema>['workflow_schema']['variables'][number];

/** Accepted words for a boolean, in any case: as people and n8n's form write it. */
const booleans: ReadonlyMap<string, 'true' | 'false'> = new Map([
	...['true', 'yes', '1'].map((text) => [text, 'true'] as const),
	...['false', 'no', '0'].map((text) => [text, 'false'] as const),
]);

/**
 * The text of a boolean (section 4, initiate). n8n's form returns a list of one entry for a
 * checkbox field with one box checked.
 * @throws {WrongField} that names the accepted values.
 */
const yesOrNo = (value: unknown, label: Label): 'true' | 'false' => {
	const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	const text = plainText(only)?.trim().toLowerCase() ?? '';
	const found = booleans.get(text);
	if (found !== undefined) return found;
	throw new WrongField(label, `must be Yes or No, true or false, or 1 or 0, not ${shown(value)}`);
};

const dotless = (extension: string): string => extension.replace(/^\./, '').toLowerCase();

/** The extensions that a file variable allows; undefined if its schema names none (section 2). */
const allowedExtensions = (allowed: unknown): string[] | undefined =>
	Array.isArray(allowed) && allowed.every((one) => typeof one === 'string')
		? allowed.map(dotless)
		: undefined;

/** A file that was uploaded earlier, by its ID (section 4, initiate). */
const storedFile = (
	variable_id: string,
	{ file_id, file_name }: Readonly<Record<string, unknown>>,
	label: Label,
): InputValue => {
	const [id, name] = [file_id, file_name].map((one) => plainText(one)?.trim());
	if (!id || !name) throw new WrongField(label, 'needs the file_id and the file_name of the file');
	return { variable_id, type: 'file', value: name, file_id: id };
};

const fileValue = async (
	{ variable_id, validation }: Definition,
	value: unknown,
	label: Label,
	files: Files,
): Promise<InputValue> => {
	if (isRecord(value) && Object.hasOwn(value, 'file_id')) {
		return storedFile(variable_id, value, label);
	}
	const { filename, content, extension } = await files.read(label, value);
	if (extension === '') {
		throw new WrongField(label, `names the file ${filename}, which has no extension`);
	}
	const allowed = allowedExtensions(validation?.allowed_extensions);
	if (allowed && !allowed.includes(dotless(extension))) {
		const taken = allowed.length === 0 ? 'no extension' : `only ${allowed.join(', ')}`;
		throw new WrongField(label, `names the file ${filename}, but the workflow allows ${taken}`);
	}
	return {
		variable_id,
		type: 'file',
		value: filename,
		file_extension: extension,
		base64_content: content,
	};
};

/**
 * A value, as defined by its variable. For a file, it names a binary field of the input item, or is
 * what n8n's Form returns for the file, or has the `file_id` of a file that was uploaded earlier.
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
	if (type === 'file') return await fileValue(definition, value, label, files);
	if (type === 'boolean') return { variable_id, type, value: yesOrNo(value, label) };
	return { variable_id, type, value: typedText(type, value, label) };
};
