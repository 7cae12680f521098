import { compareNumber } from 'lossless-json';

/** A digit or the point of a number, sixteen times. A number with fewer digits is exact. */
const manyDigits = '[\\d.]'.repeat(16);

/**
 * Matches each JSON text with a number that JavaScript cannot represent, and few others: the digits
 * of an ID or a time in a string follow a different character. It has no quantifier, because V8 then
 * checks fewer characters, in a tenth of the time.
 */
const mayBeInexact = new RegExp(
	`(?:^|["\\s]:|[\\s,[-])${manyDigits}|\\d[eE][+-]?\\d{3,}(?:[\\s,}\\]]|$)`,
);

/** A number with many digits or a large exponent, outside of the strings of JSON. */
const longNumber = /-?\d(?:[\d.]{15,}(?:[eE][+-]?\d+)?|[\d.]{0,14}[eE][+-]?\d{3,})/g;

const isEscaped = (json: string, at: number): boolean => {
	let start = at;
	while (json[start - 1] === '\\') start--;
	return (at - start) % 2 === 1;
};

/**
 * The end of the string that starts at `quote`. No regular expression matches one of any length.
 */
const endOfString = (json: string, quote: number): number => {
	let end = json.indexOf('"', quote + 1);
	while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
	return end + 1;
};

/** Whether the number that JavaScript parses from a token has the value of the token. */
const isExact = (token: string): boolean => {
	const number = Number(token);
	return Number.isFinite(number) && compareNumber(token, String(number)) === 0;
};

/** Valid JSON in which `put` replaces each number that JavaScript cannot represent. */
const withoutInexact = (json: string, put: (token: string) => string): string => {
	let [quote, end] = [json.indexOf('"'), 0];
	return json.replace(longNumber, (token, offset: number) => {
		while (quote !== -1 && quote < offset) {
			end = endOfString(json, quote);
			quote = json.indexOf('"', end);
		}
		return offset < end || isExact(token) ? token : put(token);
	});
};

/** The numbers in valid JSON that JavaScript cannot represent exactly, such as 9007199254740993. */
export const inexactNumbers = (json: string): string[] => {
	const found: string[] = [];
	if (mayBeInexact.test(json)) withoutInexact(json, (token) => (found.push(token), token));
	return found;
};

/**
 * Parses JSON, also with a byte order mark. A number that JavaScript cannot represent exactly, such
 * as 9007199254740993 or 1e400, becomes a text of the same digits instead of a different number.
 * @throws {SyntaxError} for a text that is not JSON
 */
export const parseExactly = (text: string): unknown => {
	const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
	// Throws for invalid JSON, so that only valid JSON is changed.
	const value: unknown = JSON.parse(json);
	if (!mayBeInexact.test(json)) return value;
	const exact = withoutInexact(json, (token) => `"${token}"`);
	return exact === json ? value : (JSON.parse(exact) as unknown);
};
