import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** Replaces a secret. */
const masked = '[secret removed]';

/**
 * Replaces what is nested too deeply: no response of the service is, and all later code recurses.
 */
const leftOut = '[nested too deep]';
const deepest = 500;

/**
 * Shorter texts occur within many words, so they only count as a secret if they are a whole word.
 */
const shortestPart = 4;
const isPart = (text: string): boolean => text.length >= shortestPart;
const letter = '[A-Za-z0-9]';

/** Characters that one pattern compares. */
const partLength = 12;

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

/** The secret texts of a credential: all except its URLs and options. */
const secretsIn = (value: unknown, name = ''): string[] => {
	if (isContainer(value)) {
		return Object.entries(value).flatMap(([inner, content]) => secretsIn(content, inner));
	}
	const isSecret = typeof value === 'string' && /key|secret|token$|code$/i.test(name);
	return isSecret && value !== '' ? [value] : [];
};

/**
 * The Base64 of a secret, and the part of it that does not depend on where it starts in a longer
 * text.
 */
const base64Of = (secret: string): string[] => {
	const within = [0, 1, 2].map((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
		const whole = Math.floor((bytes.length * 8) / 6);
		return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), whole);
	});
	return [Buffer.from(secret).toString('base64').replace(/=+$/, ''), ...within];
};

const escaped = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&');

/** Hexadecimal digits in upper or lower case. */
const hexPattern = (code: number, length: number): string =>
	code
		.toString(16)
		.padStart(length, '0')
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** Other encodings of a character: HTML entities, JSON escapes, form spaces, Base64 for URLs. */
const otherForms: Readonly<Record<string, readonly string[]>> = {
	'&': ['&amp;'],
	'<': ['&lt;'],
	'>': ['&gt;'],
	'"': ['&quot;', '\\\\{1,8}"'],
	"'": ['&apos;', "\\\\{1,8}'"],
	'/': ['_', '\\\\{1,8}/'],
	'\\': ['\\\\{2,8}'],
	' ': ['\\+'],
	'+': ['-'],
};

/** A character unchanged, percent-encoded, or escaped for HTML or JSON. */
const characterPattern = (character: string): string => {
	const units = character.split('').map((unit) => unit.charCodeAt(0));
	const code = character.codePointAt(0) ?? 0;
	const forms = [
		[...Buffer.from(character)].map((byte) => `%${hexPattern(byte, 2)}`).join(''),
		`&#0{0,6}${code};`,
		`&#[xX]0{0,6}${hexPattern(code, 1)};`,
		units.map((unit) => `\\\\{1,8}u${hexPattern(unit, 4)}`).join(''),
		...(otherForms[character] ?? []),
		// Last: a part that matched too little of an escaped character is not retried.
		escaped(character),
	];
	return `(?:${forms.join('|')})`;
};

/** Consecutive patterns that match a text together. A long text is slow as a single pattern. */
type Form = readonly [head: RegExp, ...rest: readonly RegExp[]];

const formOf = (text: string): Form => {
	const characters = [...text].map(characterPattern);
	const part = (at: number) => characters.slice(at, at + partLength).join('');
	const head = part(0);
	const rest: RegExp[] = [];
	for (let at = partLength; at < characters.length; at += partLength) {
		rest.push(new RegExp(part(at), 'y'));
	}
	return [new RegExp(isPart(text) ? head : `(?<!${letter})${head}(?!${letter})`, 'y'), ...rest];
};

/** The end of an occurrence that starts at `start`; undefined if there is none. */
const endOf = (form: Form, text: string, start: number): number | undefined => {
	let end = start;
	for (const part of form) {
		part.lastIndex = end;
		if (!part.test(text)) return undefined;
		end = part.lastIndex;
	}
	return end;
};

/** Removes each of the forms from a text. */
const removerOf = (forms: readonly Form[]) => {
	const heads = new RegExp(forms.map(([{ source }]) => source).join('|'), 'g');
	return (text: string): string => {
		let clean = '';
		let done = 0;
		heads.lastIndex = 0;
		for (let found = heads.exec(text); found; found = heads.exec(text)) {
			const { index } = found;
			const ends = forms.flatMap((form) => endOf(form, text, index) ?? []);
			heads.lastIndex = Math.max(index + 1, ...ends);
			if (ends.length === 0) continue;
			clean += text.slice(done, index) + masked;
			done = heads.lastIndex;
		}
		return clean + text.slice(done);
	};
};

/**
 * Removes the secrets of a credential from a value: from its texts, and from the names of its
 * fields.
 */
export type Mask = <Value>(value: Value) => Value;

/** The mask of a credential, for texts of the service: it may repeat what it received. */
export const maskOf = (credential: ICredentialDataDecryptedObject): Mask => {
	const secrets = [...new Set(secretsIn(credential))];
	if (secrets.length === 0) return (value) => value;
	let remove: ReturnType<typeof removerOf> | undefined;
	const withoutSecrets = (text: string): string => {
		const encoded = (secret: string) => base64Of(secret).filter(isPart);
		remove ??= removerOf(secrets.flatMap((secret) => [secret, ...encoded(secret)]).map(formOf));
		return remove(text);
	};
	const mask = (value: unknown, depth: number): unknown => {
		if (typeof value === 'string') return withoutSecrets(value);
		if (!isContainer(value)) return value;
		if (depth === deepest) return leftOut;
		if (Array.isArray(value)) return value.map((entry) => mask(entry, depth + 1));
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [withoutSecrets(name), mask(inner, depth + 1)]),
		);
	};
	return <Value>(value: Value) => mask(value, 0) as Value;
};
