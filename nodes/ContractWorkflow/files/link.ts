import type { IExecuteFunctions } from 'n8n-workflow';
import { isPrivateHost } from '../../../src';
import type { LinkFault } from './linkFaults';
import { askService } from './linkFaults';

/** The rules for where a file may be fetched from. */
export interface LinkRules {
	readonly baseUrl: string;
	/** Whether n8n's own protection against private addresses is on. If so, it decides about them. */
	readonly isGuarded: boolean;
}

/** Maximum characters of a scheme that are shown: it is untrusted text. */
const longestScheme = 20;

const privateAdvice =
	'The node follows a link to a private address only if the Base URL is private as well. To change this, ask your n8n administrator to set N8N_SSRF_PROTECTION_ENABLED and N8N_SSRF_ALLOWED_IP_RANGES.';

/**
 * Whether n8n's own protection against private addresses is on: its helper then returns the filter
 * that it enforces. In an n8n without that filter, the protection counts as off.
 */
export const isGuarded = ({ helpers }: IExecuteFunctions): boolean =>
	'getSecureEgressFilter' in helpers &&
	helpers.getSecureEgressFilter() === helpers.getSecureEgressFilter('enforced');

/**
 * Checks a URL that a file may be fetched from. `from` is the URL that redirected to it; absent for
 * the link itself.
 */
const faultOf = ({ protocol, username, password, hostname }: URL, rules: LinkRules, from?: URL) => {
	const link = from ? 'the redirect target' : 'the link';
	const { protocol: baseProtocol, hostname: baseHost } = new URL(rules.baseUrl);
	const isHttpTaken = from ? from.protocol === 'http:' : baseProtocol === 'http:';
	if (protocol !== 'https:' && !(protocol === 'http:' && isHttpTaken)) {
		const shown = protocol.slice(0, longestScheme);
		return { reason: `${link} uses ${shown} instead of https:`, advice: askService };
	}
	if (username !== '' || password !== '') {
		return { reason: `${link} contains a user name or password`, advice: askService };
	}
	if (!rules.isGuarded && isPrivateHost(hostname) && !isPrivateHost(baseHost)) {
		return { reason: `${link} is in a private network`, advice: privateAdvice };
	}
	return undefined;
};

/**
 * The URL of a link, as sent by the service or a redirect.
 * @param from the URL that redirected, which a relative URL is resolved against
 * @returns the reason if no file may be fetched from it
 */
export const readLink = (given: unknown, rules: LinkRules, from?: URL): URL | LinkFault => {
	if (typeof given !== 'string' || given === '') {
		return from
			? { reason: 'the link redirects without a target', advice: askService }
			: { reason: 'the service returned no link', advice: askService };
	}
	if (!URL.canParse(given, from?.href)) {
		const link = from ? 'the redirect target' : 'the link';
		return { reason: `${link} is not a web address`, advice: askService };
	}
	const url = new URL(given, from);
	url.hash = '';
	return faultOf(url, rules, from) ?? url;
};
