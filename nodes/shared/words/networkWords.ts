import type { ErrorText } from './explained';

/** What lets n8n's SSRF protection pass an address. */
export const allowAddress =
	'Ask your n8n administrator to allow the address with N8N_SSRF_ALLOWED_IP_RANGES or N8N_SSRF_ALLOWED_HOSTNAMES.';

const untrusted: ErrorText = {
	message: 'n8n does not trust the certificate of the service',
	advice:
		'The certificate was signed by an authority that n8n does not know, such as your organization or a proxy. Ask your n8n administrator to save its certificate in a file, set NODE_EXTRA_CA_CERTS to that file, and restart n8n. If the authority is public, the service does not send all intermediate certificates. Ask its administrator to add them.',
};
const noSecureConnection: ErrorText = {
	message: 'Could not establish a secure connection',
	advice:
		'Check the Base URL in the credential. It starts with https://, but the server may accept only http://. If the server accepts https://, ask its administrator to check the TLS settings and client certificates.',
};
const unreached = (advice: string): ErrorText => ({
	message: 'The service could not be reached',
	advice: `${advice} If n8n uses a proxy, check HTTP_PROXY and HTTPS_PROXY, and that the proxy is running.`,
});

/** By the code of a failure before anything was sent. Other codes are about the certificate. */
const wordsByCode: Readonly<Record<string, ErrorText>> = {
	CERT_HAS_EXPIRED: {
		message: 'The certificate of the service has expired',
		advice:
			'Ask the administrator of the service to renew it. If the certificate is valid, check the clock of the n8n server.',
	},
	CERT_NOT_YET_VALID: {
		message: 'The certificate of the service is not valid yet',
		advice:
			'Check the clock of the n8n server. If it is right, ask the administrator of the service.',
	},
	ERR_TLS_CERT_ALTNAME_INVALID: {
		message: 'The certificate of the service is for a different address',
		advice: 'Check the host name of the Base URL in the credential.',
	},
	EPROTO: noSecureConnection,
	// The connection was accepted, and ended before it was secure.
	ECONNRESET: noSecureConnection,
	ECONNREFUSED: unreached(
		'Connection refused at this address. Check the host and the port of the Base URL in the credential, and that the service is running. In a container, localhost is the container itself. Then use the address of the host.',
	),
	ENOTFOUND: unreached(
		'The host name is unknown. Check the Base URL in the credential, and that the n8n server can resolve this name.',
	),
	EAI_AGAIN: unreached(
		'The host name could not be resolved. Try again later. If it fails again, check the Base URL in the credential, and the DNS settings of the n8n server.',
	),
	EHOSTUNREACH: unreached('The n8n server has no route to this address. Check its network.'),
	ENETUNREACH: unreached('The n8n server has no route to this address. Check its network.'),
};

/** The text for a failure before anything was sent. */
export const notSentWords = (code: string): ErrorText => {
	const { message, advice } = wordsByCode[code] ?? untrusted;
	return { message: `${message}; nothing was sent`, advice };
};

const late: ErrorText = { message: 'The service did not respond in time', advice: '' };

/** By the code of a connection that ended before there was a response. */
const brokenByCode: Readonly<Record<string, ErrorText>> = {
	ETIMEDOUT: late,
	ECONNABORTED: late,
	ERR_CANCELED: {
		message: 'The execution was stopped before the service responded',
		advice: '',
	},
};

/** The text for a broken connection. The advice is about a likely cause. */
export const brokenWords = (code: string): ErrorText =>
	brokenByCode[code] ?? {
		message: 'The connection broke before the service responded',
		advice:
			'If this happens each time, check http:// or https:// in the Base URL of the credential, and the TLS settings and client certificates of the service.',
	};
