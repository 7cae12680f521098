import ipaddr from 'ipaddr.js';

/** The IPv6 addresses that are allocated for the internet. */
const internetV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether a host, as `URL` writes it, is obviously in a private network: a non-public IP address,
 * or a name for this machine. Other names are not resolved.
 */
export const isPrivateHost = (hostname: string): boolean => {
	const host = hostname.replace(/[[\]]|\.$/g, '').toLowerCase();
	if (!ipaddr.isValid(host)) return host === 'localhost' || host.endsWith('.localhost');
	const address = ipaddr.process(host);
	if (address.range() !== 'unicast') return true;
	return address.kind() === 'ipv6' && !address.match(internetV6);
};
