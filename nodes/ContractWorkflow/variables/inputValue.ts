import type { InputValue } from '../../../src';
import { inputTypes, inputValue, isRecord } from '../../../src';
import { plainText, shown, trimmed, withOffset, yesOrNo } from '../../shared/fields/propertyValue';
import { WrongField } from '../../shared/words/explained';
import type { Surroundings } from '../operation';
import type { Definition } from './workflowSchema';

type ValueType = InputValue['type'];

/** Types whose text is for people, and is sent as it is. */
const proseTypes: readonly ValueType[] = ['text', 'select', 'business'];

/** For these, the contract names the format of the text that is sent, not what a builder enters. */
const kinds: Partial<Record<ValueType, string>> = {
	number: 'must be a number',
	boolean: 'must be true or false',
};

/**
 * A value as the text of its type (section 4, initiate).
 * @throws {WrongField} for a value that the contract does not take.
 */
export const typedText = (type: ValueType, value: unknown, label: string): string => {
	const given = plainText(type === 'boolean' ? yesOrNo(value) : value);
	const text = given === undefined || proseTypes.includes(type) ? given : trimmed(given);
	const input = { variable_id: '', type, value: text };
	const [issue] = inputValue.safeParse(input).error?.issues ?? [];
	if (text !== undefined && !issue) return text;
	const fault = kinds[type] ?? (text === undefined ? 'must be text' : issue?.message);
	const isDay = type === 'date' && /^\d{5}(\.\d+)?$/.test(text ?? '');
	throw new WrongField(
		label,
		`${fault}, not ${shown(value)}`,
		isDay ? ['It looks like a date of a spreadsheet, which counts days from 1900.'] : [],
	);
};

const dotless = (extension: string): string => extension.replace(/^\./, '').toLowerCase();

const fileValue = async (
	{ variable_id, validation }: Definition,
	value: unknown,
	label: string,
	{ files }: Surroundings,
): Promise<InputValue> => {
	// A file that was uploaded earlier (section 4, initiate).
	if (isRecord(value) && Object.hasOwn(value, 'file_id')) {
		const given = [value.file_id, value.file_name].map((one) => trimmed(plainText(one) ?? ''));
		const [file_id, name] = given;
		if (file_id && name) return { variable_id, type: 'file', value: name, file_id };
		throw new WrongField(label, 'needs the file_id and the file_name of the file');
	}
	const { name, content, extension } = await files.read(label, value);
	if (extension === '') {
		throw new WrongField(label, `names the file ${name}, which has no extension`);
	}
	const allowed = validation?.allowed_extensions?.map(dotless);
	if (allowed && !allowed.includes(dotless(extension))) {
		const taken = allowed.join(', ') || 'no extension';
		throw new WrongField(label, `names the file ${name}, but the workflow allows only ${taken}`);
	}
	const sent = { file_extension: extension, base64_content: content };
	return { variable_id, type: 'file', value: name, ...sent };
};

/**
 * A value, as defined by its variable. For a file, it names a binary field of the input item, or is
 * what n8n's Form returns for the file, or has the `file_id` of a file that was uploaded earlier.
 * @throws {WrongField} if the value does not match the type.
 */
export const inputValueOf = async (
	definition: Definition,
	value: unknown,
	label: string,
	surroundings: Surroundings,
): Promise<InputValue> => {
	const { variable_id, type } = definition;
	if (!inputTypes.includes(type)) {
		throw new WrongField(label, `has the type ${String(type)}, which cannot be sent`);
	}
	if (type === 'file') return await fileValue(definition, value, label, surroundings);
	// n8n's Form returns an empty list for a checkbox field with no box checked.
	const isUnchecked = type === 'boolean' && Array.isArray(value) && value.length === 0;
	const text = typedText(type, isUnchecked ? false : value, label);
	const sent = type === 'date' ? withOffset(text, surroundings.zone) : text;
	// The contract has judged the text.
	return { variable_id, type, value: sent } as InputValue;
};
