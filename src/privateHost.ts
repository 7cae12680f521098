import ipaddr from 'ipaddr.js';

/** What of IPv6 has been handed out for the internet. */
const internetV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether the host of an address, as `URL` writes it, lies by what it says in a private network: an
 * IP address that is not one of the internet, or a name that stands for this machine. Other names
 * are looked up by nobody here.
 */
export const isPrivateHost = (hostname: string): boolean => {
	const host = hostname.replace(/[[\]]|\.$/g, '').toLowerCase();
	if (!ipaddr.isValid(host)) return host === 'localhost' || host.endsWith('.localhost');
	const address = ipaddr.process(host);
	if (address.range() !== 'unicast') return true;
	return address.kind() === 'ipv6' && !address.match(internetV6);
};
