import { z } from 'zod';
import type { N8n, Owner } from '../rest';
import { connect } from '../rest';

const invited = z.array(z.object({ user: z.object({ inviteAcceptUrl: z.string().url() }) }));

/** Adds a user to an n8n by invitation, as its owner does, and logs the user in. */
export const addUser = async (n8n: N8n, user: Owner): Promise<N8n> => {
	const { email, firstName, lastName, password } = user;
	const invitations = [{ email, role: 'global:member' }];
	const [invitation] = await n8n.request('POST', '/invitations', invited, invitations);
	const link = new URL(invitation?.user.inviteAcceptUrl ?? '');
	const acceptance = { token: link.searchParams.get('token'), firstName, lastName, password };
	await n8n.request('POST', '/invitations/accept', z.unknown(), acceptance);
	return await connect(n8n.url, user, n8n.userFolder);
};
