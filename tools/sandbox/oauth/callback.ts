/** URLs where n8n on this machine receives the response of the consent page. */
const callback =
	/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?\/rest\/oauth2-credential\/callback$/;

/** The callback URL of an n8n that was started without options. */
export const usualCallback = 'http://localhost:5678/rest/oauth2-credential/callback';

/** Whether the response of the consent page may be sent to this URL. */
export const isCallback = (redirectUri: string): boolean => callback.test(redirectUri);
