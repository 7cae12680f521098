import type { NotSent, OutcomeUnknown } from '../../../src';

/** What happened, and what to do about it, in sentences. */
type Words = readonly [message: string, advice: string];

/** What lets n8n's SSRF protection pass an address. */
export const allowAddress =
	'Ask your n8n administrator to allow the address with N8N_SSRF_ALLOWED_IP_RANGES or N8N_SSRF_ALLOWED_HOSTNAMES.';

const distrust = 'n8n does not trust the certificate of the service';
const trust =
	'The certificate was signed by an authority that n8n does not know, such as your organization or a proxy. Ask your n8n administrator to save its certificate in a file, set NODE_EXTRA_CA_CERTS to that file, and restart n8n.';

const untrusted: Words = [distrust, trust];
/** The service may also omit the certificates between its own and a known authority. */
const untrustedOrCut: Words = [
	distrust,
	`${trust} If the authority is public, the service does not send all intermediate certificates. Ask its administrator to add them.`,
];
const otherHost: Words = [
	'The certificate of the service is for a different address',
	'Check the host name of the Base URL in the credential.',
];
const noSecureConnection: Words = [
	'Could not establish a secure connection',
	'Check the Base URL in the credential. It starts with https://, but the server may accept only http://. If the server accepts https://, ask its administrator to check the TLS settings and client certificates.',
];
const unreached = 'The service could not be reached';
const noWay: Words = [
	unreached,
	'The n8n server has no route to this address. Check the Base URL in the credential, and the network, VPN and firewall of the n8n server.',
];

/** By the code of a failure before anything was sent. */
const wordsByCode: Readonly<Record<string, Words>> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
	SELF_SIGNED_CERT_IN_CHAIN: untrusted,
	UNABLE_TO_GET_ISSUER_CERT: untrustedOrCut,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedOrCut,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedOrCut,
	CERT_HAS_EXPIRED: [
		'The certificate of the service has expired',
		'Ask the administrator of the service to renew it. If the certificate is valid, check the clock of the n8n server.',
	],
	CERT_NOT_YET_VALID: [
		'The certificate of the service is not valid yet',
		'Check the clock of the n8n server. If it is right, ask the administrator of the service.',
	],
	ERR_TLS_CERT_ALTNAME_INVALID: otherHost,
	HOSTNAME_MISMATCH: otherHost,
	EPROTO: noSecureConnection,
	// The connection was accepted, and ended before it was secure.
	ECONNRESET: noSecureConnection,
	ECONNREFUSED: [
		unreached,
		'Connection refused at this address. Check the host and the port of the Base URL in the credential, and that the service is running. If n8n uses a proxy, check the proxy as well.',
	],
	ENOTFOUND: [
		unreached,
		'The host name is unknown. Check the Base URL in the credential, and that the n8n server can resolve this name.',
	],
	EAI_AGAIN: [
		unreached,
		'The host name could not be resolved. Try again later. If it fails again, check the Base URL in the credential, and the DNS settings of the n8n server.',
	],
	EHOSTUNREACH: noWay,
	ENETUNREACH: noWay,
};

const refusedCertificate: Words = [
	'n8n refuses the certificate of the service',
	'Ask the administrator of the service to check it.',
];

const ofProxy = (proxy: string): Words => [
	'The proxy of n8n could not be reached',
	`n8n sends its requests through the proxy ${proxy}. Ask your n8n administrator to check HTTP_PROXY and HTTPS_PROXY, and that the proxy is running.`,
];

const inContainer =
	'In a container, localhost is the container itself. Then use the address of the host.';

/** The text for a failure before anything was sent. */
export const notSentWords = ({ code, network: { proxy, isLocal } }: NotSent): Words => {
	const known = wordsByCode[code] ?? refusedCertificate;
	const [message, advice] = proxy === undefined ? known : ofProxy(proxy);
	const isOwnMachine = isLocal && code === 'ECONNREFUSED' && proxy === undefined;
	return [`${message}; nothing was sent`, isOwnMachine ? `${advice} ${inContainer}` : advice];
};

const late = new Set(['ETIMEDOUT', 'ECONNABORTED']);

/** How a server that only accepts TLS reacts to plain HTTP. */
const endsPlain = (code: string): boolean =>
	code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_');

const likelyCause = ({ code, network }: OutcomeUnknown): string => {
	if (code.startsWith('ERR_SSL_')) {
		return 'If this happens each time, ask the administrator of the service to check its TLS settings and client certificates.';
	}
	return network.isEncrypted === false && endsPlain(code)
		? 'If this happens each time, check the Base URL in the credential. It starts with http://, but the service may accept only https://.'
		: '';
};

/** The text for a broken connection. The advice is about the likely cause, if known. */
export const brokenWords = (error: OutcomeUnknown): Words => [
	late.has(error.code)
		? 'The service did not respond in time'
		: 'The connection broke before the service responded',
	likelyCause(error),
];
