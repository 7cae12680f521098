import { compareNumber } from 'lossless-json';

/** A digit or the point of a number, sixteen times: a number of fewer digits is exact. */
const manyDigits = '[\\d.]'.repeat(16);

/**
 * Found in each text of JSON with a number that JavaScript cannot hold, and in few others. It is
 * written without a quantifier, because V8 then looks at few characters: in a tenth of the time.
 */
const mayBeInexact = new RegExp(`${manyDigits}|\\d[eE][+-]?\\d{3,}(?:[\\s,}\\]]|$)`);

/** A number with many digits or a large exponent, where it stands outside of the strings of JSON. */
const longNumber = /-?\d(?:[\d.]{15,}(?:[eE][+-]?\d+)?|[\d.]{0,14}[eE][+-]?\d{3,})/g;

const isEscaped = (json: string, at: number): boolean => {
	let start = at;
	while (json[start - 1] === '\\') start--;
	return (at - start) % 2 === 1;
};

/** Where the string that begins at `quote` is over. No regular expression takes one of any length. */
const endOfString = (json: string, quote: number): number => {
	let end = json.indexOf('"', quote + 1);
	while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
	return end + 1;
};

/** Whether the number that JavaScript makes of a token has the value of the token. */
const isExact = (token: string): boolean => {
	const number = Number(token);
	return Number.isFinite(number) && compareNumber(token, String(number)) === 0;
};

/** Valid JSON in which `put` replaces each number that JavaScript cannot hold. */
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

/** The numbers in valid JSON that JavaScript cannot hold exactly, such as 9007199254740993. */
export const inexactNumbers = (json: string): string[] => {
	const found: string[] = [];
	if (mayBeInexact.test(json)) withoutInexact(json, (token) => (found.push(token), token));
	return found;
};

/**
 * Parses JSON, also with a byte order mark. A number that JavaScript cannot hold exactly, such as
 * 9007199254740993 or 1e400, becomes a text of the same digits instead of another number.
 * @throws {SyntaxError} for a text that is not JSON
 */
export const parseExactly = (text: string): unknown => {
	const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
	// What is no JSON is refused here, so that only valid JSON is changed.
	const value: unknown = JSON.parse(json);
	if (!mayBeInexact.test(json)) return value;
	const exact: unknown = JSON.parse(withoutInexact(json, (token) => `"${token}"`));
	return exact;
};
