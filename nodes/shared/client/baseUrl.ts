import { WrongField } from '../words/explained';

const notAnAddress = 'must be the web address of the service, for example https://api.example.com';

/** Blanks, and what looks like one or like nothing. */
const blank = /[\s\p{Cc}\p{Cf}]/u;

/** Why an address cannot be a base URL, as a clause; undefined when it can. */
const faultOf = (address: string): string | undefined => {
	if (!/^https?:\/\/[^/]/i.test(address) || address.includes('\\')) return notAnAddress;
	if (blank.test(address)) return 'must not contain spaces';
	// What stands behind either would take the paths of the requests for a part of it.
	if (/[?#]/.test(address)) return 'must not contain ? or #';
	if (/^https?:\/\/[^/]*@/i.test(address)) return 'must not contain a user name or a password';
	return URL.canParse(address) ? undefined : notAnAddress;
};

const withoutSlashes = (address: string): string => {
	let end = address.length;
	while (address[end - 1] === '/') end--;
	return address.slice(0, end);
};

/**
 * The address of the service, without the blanks and slashes that people leave at its end.
 * @throws {WrongField} when it is not a web address to which paths can be added.
 */
export const baseUrlOf = (entered: unknown): string => {
	const address = withoutSlashes(String(entered).trim());
	const fault = faultOf(address);
	if (fault !== undefined) throw new WrongField('Base URL', `of the credential ${fault}`);
	return address.replace(/^https?/i, (scheme) => scheme.toLowerCase());
};
