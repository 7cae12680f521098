import { isRecord, shown } from '../../shared/fields/propertyValue';
import type { Label } from '../../shared/words/explained';
import { WrongField } from '../../shared/words/explained';
import { named } from '../../shared/words/lists';

/** A file in a binary field of the input item. */
export interface HeldFile {
	readonly field: string;
	readonly name: string;
	readonly type: string;
	/** Its size in bytes. */
	readonly size: () => Promise<number>;
}

/** A file as n8n's Form describes it beside its bytes: `{filename, mimetype, size}`. */
interface Described {
	readonly name: string;
	readonly type: unknown;
	readonly size: unknown;
}

const describedIn = (value: unknown): Described | undefined => {
	if (!isRecord(value)) return undefined;
	// n8n's own description of a binary field uses different names.
	const name = value.filename ?? value.fileName;
	const type = value.mimetype ?? value.mimeType;
	return typeof name === 'string' ? { name, type, size: value.size } : undefined;
};

/** The files that n8n's Form describes; undefined if a value is something else. */
const filesIn = (value: unknown): readonly Described[] | undefined => {
	const entries: readonly unknown[] = [value].flat();
	const described = entries.flatMap((entry) => describedIn(entry) ?? []);
	return entries.length > 0 && described.length === entries.length ? described : undefined;
};

/** Whether a value is what n8n's Form gives for a field that takes files. */
export const isDescribedFile = (value: unknown): boolean => filesIn(value) !== undefined;

const holdsSame = async ({ type, size }: Described, held: HeldFile): Promise<boolean> =>
	(typeof type !== 'string' || type === held.type) &&
	(typeof size !== 'number' || size === (await held.size()));

const heldText = (held: readonly HeldFile[]): string =>
	held.length === 0
		? 'The input item has no files.'
		: `The input item has files in ${named(held.map(({ field }) => field))}.`;

/** Lists the files, and the likely one. */
const detailsFor = (held: readonly HeldFile[], likely: readonly HeldFile[]): readonly string[] => {
	const [only, ...others] = likely;
	const advice = only && others.length === 0 ? ` Enter ${only.field}.` : '';
	return [`${heldText(held)}${advice}`];
};

/** The field for a text that names an empty field, or names a file. */
const fieldOfText = (text: string, label: string | Label, held: readonly HeldFile[]): string => {
	if (held.some(({ field }) => field === text)) return text;
	// n8n's Form derives the name of the binary field from its label.
	const likely = held.filter(
		({ field, name }) => name === text || field === text.replace(/\W/g, '_'),
	);
	throw new WrongField(
		label,
		`names "${text}", which is not a binary field`,
		detailsFor(held, likely),
	);
};

/**
 * The binary field that a value names, directly or as n8n's Form describes a file.
 * @param baseName returns the name of a file without its path
 * @throws {WrongField} with the binary fields of the item, and the likely one.
 */
export const fieldOfFile = async (
	value: unknown,
	label: string | Label,
	held: readonly HeldFile[],
	baseName: (name: string) => string,
): Promise<string> => {
	if (typeof value === 'string') return fieldOfText(value.trim(), label, held);
	const [first, ...others] = filesIn(value) ?? [];
	if (!first) {
		const fault = `must name an input binary field, not ${shown(value)}`;
		throw new WrongField(label, fault, [heldText(held)]);
	}
	if (others.length > 0) {
		const fault = `takes one file, not ${others.length + 1}`;
		throw new WrongField(label, fault, [`Enter one of ${named(held.map(({ field }) => field))}.`]);
	}
	const name = baseName(first.name);
	const likely = held.filter((one) => baseName(one.name) === name);
	const same = await Promise.all(likely.map(async (one) => await holdsSame(first, one)));
	const found = likely.filter((_, index) => same[index]);
	const [only, ...more] = found;
	if (only && more.length === 0) return only.field;
	if (!only) {
		const fault = `is the file ${name}, which the input item does not have`;
		throw new WrongField(label, fault, detailsFor(held, likely));
	}
	throw new WrongField(label, `is the file ${name}, which is in several binary fields`, [
		`Enter the name of one of them: ${named(found.map(({ field }) => field))}.`,
	]);
};
