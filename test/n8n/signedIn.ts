import { z } from 'zod';
import { owner } from '../../tools/scripts/n8n/owner';
import type { Browsing } from '../../tools/scripts/n8n/pages/browsing';
import { browseAs } from '../../tools/scripts/n8n/pages/browsing';
import type { N8n } from '../../tools/scripts/n8n/rest';

const invited = z.array(z.object({ user: z.object({ inviteAcceptUrl: z.string() }) }));

const asJson = (body: unknown): RequestInit => ({
	method: 'POST',
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});

/**
 * The browser of a user of n8n who is signed in and is no owner or administrator.
 * @param email invited at the first call for it
 */
export const signIn = async (n8n: N8n, email: string): Promise<Browsing> => {
	const browsing = browseAs(n8n);
	const { password } = owner;
	const login = asJson({ emailOrLdapLoginId: email, password });
	if ((await browsing.send(`${n8n.url}/rest/login`, login)).ok) return browsing;
	const [one] = await n8n.request('POST', '/invitations', invited, [
		{ email, role: 'global:member' },
	]);
	const token = new URL(one?.user.inviteAcceptUrl ?? '').searchParams.get('token');
	const [firstName, lastName] = email.split(/[.@]/);
	const accepted = await browsing.send(
		`${n8n.url}/rest/invitations/accept`,
		asJson({ token, firstName, lastName, password }),
	);
	if (!accepted.ok) throw new Error(`The invitation of ${email} failed: ${await accepted.text()}`);
	return browsing;
};
