import type { InputValue } from '../../../src';
import { inputTypes } from '../../../src';
import { isRecord, plainText, shown, trimmed } from '../../shared/fields/propertyValue';
import { withOffset } from '../../shared/fields/zonedTime';
import type { Label } from '../../shared/words/explained';
import { WrongField } from '../../shared/words/explained';
import type { Surroundings } from '../surroundings';
import { typedText } from './typedText';
import type { Definition } from './workflowSchema';

/** How people, tables and n8n's Form write a yes or no, in lower case. */
const answers: ReadonlyMap<string, 'true' | 'false'> = new Map([
	...['true', 'yes', '1'].map((text) => [text, 'true'] as const),
	...['false', 'no', '0'].map((text) => [text, 'false'] as const),
]);

/** n8n's Form returns a list of one entry for a checkbox field with one box checked. */
const yesOrNo = (value: unknown, label: Label): 'true' | 'false' => {
	const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	const found = answers.get(trimmed(plainText(only) ?? '').toLowerCase());
	if (found !== undefined) return found;
	throw new WrongField(label, `must be Yes or No, true or false, or 1 or 0, not ${shown(value)}`);
};

const dotless = (extension: string): string => extension.replace(/^\./, '').toLowerCase();

/** A file that was uploaded earlier, by its ID (section 4, initiate). */
const storedFile = (
	variable_id: string,
	{ file_id, file_name }: Readonly<Record<string, unknown>>,
	label: Label,
): InputValue => {
	const [id, name] = [file_id, file_name].map((one) => trimmed(plainText(one) ?? ''));
	if (!id || !name) throw new WrongField(label, 'needs the file_id and the file_name of the file');
	return { variable_id, type: 'file', value: name, file_id: id };
};

const fileValue = async (
	{ variable_id, validation }: Definition,
	value: unknown,
	label: Label,
	{ files }: Surroundings,
): Promise<InputValue> => {
	if (isRecord(value) && Object.hasOwn(value, 'file_id')) {
		return storedFile(variable_id, value, label);
	}
	const { filename, content, extension } = await files.read(label, value);
	if (extension === '') {
		throw new WrongField(label, `names the file ${filename}, which has no extension`);
	}
	// No response is checked as a whole: without a list, all extensions are allowed.
	const given: unknown = validation?.allowed_extensions;
	const allowed = Array.isArray(given) ? given.map(String).map(dotless) : undefined;
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
export const inputValueOf = async (
	definition: Definition,
	value: unknown,
	label: Label,
	surroundings: Surroundings,
): Promise<InputValue> => {
	const { variable_id, type } = definition;
	if (!inputTypes.includes(type)) {
		throw new WrongField(label, `has the type ${String(type)}, which cannot be sent`);
	}
	const isUnchecked = Array.isArray(value) && value.length === 0;
	if (isUnchecked && type !== 'boolean') {
		throw new WrongField(label, 'is an empty list', [
			"n8n's Form returns an empty list for a checkbox field with no box checked.",
		]);
	}
	if (type === 'file') return await fileValue(definition, value, label, surroundings);
	if (type === 'boolean') {
		return { variable_id, type, value: isUnchecked ? 'false' : yesOrNo(value, label) };
	}
	const text = typedText(type, value, label);
	return { variable_id, type, value: type === 'date' ? withOffset(text, surroundings.zone) : text };
};
