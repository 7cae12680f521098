import type { IBinaryData } from 'n8n-workflow';
import { isRecord, shown } from '../../shared/fields/propertyValue';
import type { Label } from '../../shared/words/explained';
import { WrongField } from '../../shared/words/explained';
import { named } from '../../shared/words/lists';
import { baseName } from './fileName';

/** A file in a binary field of the input item. */
export interface HeldFile {
	readonly field: string;
	readonly binary: IBinaryData;
	/** Its size in bytes. */
	readonly size: () => Promise<number>;
}

/** A file as n8n's Form describes it beside its bytes: `{filename, mimetype, size}`. */
interface Described {
	readonly name: string;
	readonly type: unknown;
	readonly size: unknown;
}

/** The files that n8n's Form describes; undefined if a value is something else. */
const filesIn = (value: unknown): readonly Described[] | undefined => {
	const entries: readonly unknown[] = [value].flat();
	const described = entries.flatMap((entry) => {
		if (!isRecord(entry)) return [];
		// n8n's own description of a binary field uses different names.
		const name = entry.filename ?? entry.fileName;
		const type = entry.mimetype ?? entry.mimeType;
		return typeof name === 'string' ? [{ name: baseName(name), type, size: entry.size }] : [];
	});
	return entries.length > 0 && described.length === entries.length ? described : undefined;
};

const isSame = async ({ type, size }: Described, { binary, size: heldSize }: HeldFile) =>
	(typeof type !== 'string' || type === binary.mimeType) &&
	(typeof size !== 'number' || size === (await heldSize()));

/** The files of the item, and the likely one, if there is only one. */
const detailsFor = (held: readonly HeldFile[], likely: readonly HeldFile[] = []): [string] => {
	if (held.length === 0) return ['The input item has no files.'];
	const [only, ...others] = likely;
	const advice = only && others.length === 0 ? ` Enter ${only.field}.` : '';
	return [`The input item has files in ${named(held.map(({ field }) => field))}.${advice}`];
};

/** The file in the binary field that a text names. */
const fileNamedBy = (text: string, label: string | Label, held: readonly HeldFile[]): HeldFile => {
	const found = held.find(({ field }) => field === text);
	if (found) return found;
	// n8n's Form derives the name of the binary field from its label.
	const likely = held.filter(
		({ field, binary }) => binary.fileName === text || field === text.replace(/\W/g, '_'),
	);
	const fault = `names "${text}", which is not a binary field`;
	throw new WrongField(label, fault, detailsFor(held, likely));
};

/**
 * The file that a value names by its binary field, or describes as n8n's Form does.
 * @throws {WrongField} with the binary fields of the item, and the likely one.
 */
export const fileIn = async (
	value: unknown,
	label: string | Label,
	held: readonly HeldFile[],
): Promise<HeldFile> => {
	if (typeof value === 'string') return fileNamedBy(value.trim(), label, held);
	const [first, ...others] = filesIn(value) ?? [];
	const wrong = (fault: string, details: string[]) => new WrongField(label, fault, details);
	if (!first) {
		throw wrong(`must name an input binary field, not ${shown(value)}`, detailsFor(held));
	}
	if (others.length > 0) {
		const fields = named(held.map(({ field }) => field));
		throw wrong(`takes one file, not ${others.length + 1}`, [`Enter one of ${fields}.`]);
	}
	const { name } = first;
	const likely = held.filter(({ binary }) => baseName(binary.fileName ?? '') === name);
	const same = await Promise.all(likely.map(async (one) => await isSame(first, one)));
	const [found, ...more] = likely.filter((_, index) => same[index]);
	if (!found) {
		const fault = `is the file ${name}, which the input item does not have`;
		throw wrong(fault, detailsFor(held, likely));
	}
	if (more.length === 0) return found;
	const fields = named([found, ...more].map(({ field }) => field));
	throw wrong(`is the file ${name}, which is in several binary fields`, [
		`Enter the name of one of them: ${fields}.`,
	]);
};
