import type { NotSent, OutcomeUnknown } from '../../../src';
import type { StatusWords } from './statuses';

const trust =
	'Ask your n8n administrator to save its certificate in a file, set NODE_EXTRA_CA_CERTS to that file, and restart n8n.';

const untrusted: StatusWords = {
	title: 'n8n does not trust the certificate of the service',
	advice: `The certificate was signed by an authority that n8n does not know, such as your organization or a proxy. ${trust}`,
};

/**
 * The service may also omit the intermediate certificates between its own and a known authority.
 */
const untrustedOrCut: StatusWords = {
	...untrusted,
	advice: `${untrusted.advice} If the authority is public, the service does not send all intermediate certificates. Ask its administrator to add them.`,
};

const otherHost: StatusWords = {
	title: 'The certificate of the service is for a different address',
	advice: 'Check the host name of the Base URL in the credential.',
};

const noSecureConnection: StatusWords = {
	title: 'Could not establish a secure connection',
	advice:
		'Check the Base URL in the credential. It starts with https://, but the server may accept only http://. If the server accepts https://, ask its administrator to check the TLS settings and client certificates.',
};

const unreached = (advice: string): StatusWords => ({
	title: 'The service could not be reached',
	advice,
});

const noWay = unreached(
	'The n8n server has no route to this address. Check the Base URL in the credential, and the network, VPN and firewall of the n8n server.',
);

/** By the code of a failure before anything was sent. */
const wordsByCode: Readonly<Record<string, StatusWords>> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
	SELF_SIGNED_CERT_IN_CHAIN: untrusted,
	UNABLE_TO_GET_ISSUER_CERT: untrustedOrCut,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedOrCut,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedOrCut,
	CERT_HAS_EXPIRED: {
		title: 'The certificate of the service has expired',
		advice:
			'Ask the administrator of the service to renew it. If the certificate is valid, check the clock of the n8n server.',
	},
	CERT_NOT_YET_VALID: {
		title: 'The certificate of the service is not valid yet',
		advice:
			'Check the clock of the n8n server. If it is right, ask the administrator of the service.',
	},
	ERR_TLS_CERT_ALTNAME_INVALID: otherHost,
	HOSTNAME_MISMATCH: otherHost,
	EPROTO: noSecureConnection,
	// The connection was accepted, and ended before it was secure.
	ECONNRESET: noSecureConnection,
	ECONNREFUSED: unreached(
		'Connection refused at this address. Check the host and the port of the Base URL in the credential, and that the service is running. If n8n uses a proxy, check the proxy as well.',
	),
	ENOTFOUND: unreached(
		'The host name is unknown. Check the Base URL in the credential, and that the n8n server can resolve this name.',
	),
	EAI_AGAIN: unreached(
		'The host name could not be resolved. Try again later. If it fails again, check the Base URL in the credential, and the DNS settings of the n8n server.',
	),
	EHOSTUNREACH: noWay,
	ENETUNREACH: noWay,
};

const refusedCertificate: StatusWords = {
	title: 'n8n refuses the certificate of the service',
	advice: 'Ask the administrator of the service to check it.',
};

/** The text for a failure before anything was sent. */
export const notSentWords = ({ code }: NotSent): StatusWords => {
	const { title, advice } = wordsByCode[code] ?? refusedCertificate;
	return { title: `${title}; nothing was sent`, advice };
};

const late = new Set(['ETIMEDOUT', 'ECONNABORTED']);

/** How a server that only accepts TLS reacts to plain HTTP. */
const endsPlain = (code: string): boolean =>
	code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_');

const causeOf = ({ code, isEncrypted }: OutcomeUnknown): string => {
	if (code.startsWith('ERR_SSL_')) {
		return 'If this happens each time, ask the administrator of the service to check its TLS settings and client certificates.';
	}
	return isEncrypted === false && endsPlain(code)
		? 'If this happens each time, check the Base URL in the credential. It starts with http://, but the service may accept only https://.'
		: '';
};

/** The text for a broken connection. The advice is about the likely cause, if known. */
export const brokenWords = (error: OutcomeUnknown): StatusWords => ({
	title: late.has(error.code)
		? 'The service did not respond in time'
		: 'The connection broke before the service responded',
	advice: causeOf(error),
});
