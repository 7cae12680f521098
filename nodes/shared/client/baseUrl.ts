import { WrongField } from '../words/explained';

const notAnAddress = 'must begin with http:// or https://, for example https://api.example.com';

/** White space and invisible characters. */
const blank = /[\s\p{Cc}\p{Cf}]/u;

/** Why a URL cannot be a base URL, as a clause; undefined if it can. */
const faultOf = (address: string): string | undefined => {
	if (!/^https?:\/\/[^/]/i.test(address) || address.includes('\\')) return notAnAddress;
	if (blank.test(address)) return 'must not contain spaces';
	// The paths of the requests would become part of the query or fragment.
	if (/[?#]/.test(address)) return 'must not contain ? or #';
	if (/^https?:\/\/[^/]*@/i.test(address)) return 'must not contain a user name or a password';
	return URL.canParse(address) ? undefined : notAnAddress;
};

const withoutSlashes = (address: string): string => /^.*[^/]/s.exec(address)?.[0] ?? '';

/**
 * The base URL of the service, without white space and slashes at its end, in one spelling per
 * host: it is part of the names of writes.
 * @throws {WrongField} when it is not a web address to which paths can be added.
 */
export const baseUrlOf = (entered: unknown): string => {
	const address = withoutSlashes(String(entered).trim());
	const fault = faultOf(address);
	if (fault !== undefined) throw new WrongField('Base URL', `of the credential ${fault}`);
	return withoutSlashes(new URL(address).href);
};
