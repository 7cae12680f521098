import type { NotSent, OutcomeUnknown } from '../../../src';
import type { StatusWords } from './statuses';

const trust =
	'Let who runs n8n save the certificate of that authority in a file, name the file in the environment variable NODE_EXTRA_CA_CERTS, and start n8n again.';

const untrusted: StatusWords = {
	title: 'n8n does not trust the certificate of the service',
	advice: `It was signed by an authority that n8n does not know, such as your organization's own or that of a proxy. ${trust}`,
};

/** The service may also leave out the certificates that lead from its own to a known authority. */
const untrustedOrCut: StatusWords = {
	...untrusted,
	advice: `${untrusted.advice} If the authority is a public one, the service does not send all certificates that lead to it: let who runs the service add them.`,
};

const otherHost: StatusWords = {
	title: 'The certificate of the service is for another address',
	advice: 'Check that the Base URL in the credential has the host name that the service goes by.',
};

const noSecureConnection: StatusWords = {
	title: 'No secure connection to the service came about',
	advice:
		'Check the Base URL in the credential: it begins with https://, and what answers there may take http:// only. If it takes https://, let who runs the service check its TLS settings, and whether it asks for a certificate of the caller.',
};

const unreached = (advice: string): StatusWords => ({
	title: 'The service could not be reached',
	advice,
});

const noWay = unreached(
	'There is no way from the machine of n8n to this address. Check the Base URL in the credential, and the network, VPN and firewall of that machine.',
);

/** By the code of a failure before which nothing was sent. */
const wordsByCode: Readonly<Record<string, StatusWords>> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
	SELF_SIGNED_CERT_IN_CHAIN: untrusted,
	UNABLE_TO_GET_ISSUER_CERT: untrustedOrCut,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedOrCut,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedOrCut,
	CERT_HAS_EXPIRED: {
		title: 'The certificate of the service has expired',
		advice:
			'Let who runs the service renew it. If it is in order, check the clock of the machine of n8n.',
	},
	CERT_NOT_YET_VALID: {
		title: 'The certificate of the service is not valid yet',
		advice: 'Check the clock of the machine of n8n. If it is right, ask who runs the service.',
	},
	ERR_TLS_CERT_ALTNAME_INVALID: otherHost,
	HOSTNAME_MISMATCH: otherHost,
	EPROTO: noSecureConnection,
	// The connection was taken, and ended before it was secure.
	ECONNRESET: noSecureConnection,
	ECONNREFUSED: unreached(
		'Nothing takes connections at this address. Check the host and the port of the Base URL in the credential, and that the service is running; where n8n uses a proxy, the proxy as well.',
	),
	ENOTFOUND: unreached(
		'The host name is not known. Check the Base URL in the credential, and that the machine of n8n can look up this name.',
	),
	EAI_AGAIN: unreached(
		'The host name could not be looked up just now. Try again later. If it stays, check the Base URL in the credential, and the DNS server of the machine of n8n.',
	),
	EHOSTUNREACH: noWay,
	ENETUNREACH: noWay,
};

const refusedCertificate: StatusWords = {
	title: 'n8n refuses the certificate of the service',
	advice: 'Let who runs the service check it.',
};

/** A failure before which nothing was sent, in words. */
export const notSentWords = ({ code }: NotSent): StatusWords => {
	const { title, advice } = wordsByCode[code] ?? refusedCertificate;
	return { title: `${title}; nothing was sent`, advice };
};

const late = new Set(['ETIMEDOUT', 'ECONNABORTED']);

/** What an address does that takes only TLS, when it is spoken to without. */
const endsPlain = (code: string): boolean =>
	code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_');

const causeOf = ({ code, isEncrypted }: OutcomeUnknown): string => {
	if (code.startsWith('ERR_SSL_')) {
		return 'If this comes each time, let who runs the service check its TLS settings, and whether it asks for a certificate of the caller.';
	}
	return isEncrypted === false && endsPlain(code)
		? 'If this comes each time, check the Base URL in the credential: it begins with http://, and the service may take https:// only.'
		: '';
};

/** A connection that broke, in words; the advice is on what may be the cause, if that is known. */
export const brokenWords = (error: OutcomeUnknown): StatusWords => ({
	title: late.has(error.code)
		? 'The service did not answer in time'
		: 'The connection broke before the service answered',
	advice: causeOf(error),
});
