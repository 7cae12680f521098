import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Credential } from '../../tools/scripts/n8n/credentials';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { sendJson, startServer } from '../support/answeringServer';
import { certificate, key } from '../support/certificates';
import { stackAddresses } from './stack';

/** A button: a link, or one whose clicks Slack reports. */
const button = z.object({
	url: z.string().optional(),
	action_id: z.string().optional(),
	value: z.string().optional(),
});
type Button = z.infer<typeof button>;

const block = z.object({
	text: z.object({ text: z.string() }).optional(),
	elements: z.array(button).default([]),
});
const posted = z
	.object({ channel: z.string(), text: z.string().optional(), blocks: z.array(block).default([]) })
	.transform(({ channel, text, blocks }) => ({
		channel,
		text: text ?? blocks.flatMap((one) => one.text?.text ?? []).join('\n'),
		buttons: blocks.flatMap(({ elements }) => elements),
	}));

/** A message to a channel, or to one person in it. */
export type SlackMessage = z.infer<typeof posted>;

const signatureSecret = 'the secret with which Slack signs';

/** The Slack app, as n8n knows it. */
export const slackApp: Credential = {
	name: 'Slack',
	type: 'slackApi',
	data: { accessToken: 'xoxb-1', signatureSecret },
};

/**
 * Starts a stand-in for Slack, which n8n reaches as slack.com.
 * @param emails the addresses of users, by their IDs
 */
export const startSlack = async (emails: Readonly<Record<string, string>>) => {
	const messages: SlackMessage[] = [];
	const server = await startServer(
		(response, { line, body }) => {
			if (line.startsWith('POST /api/chat.post')) messages.push(posted.parse(JSON.parse(body)));
			const [, user = ''] = /\?user=(\w+)/.exec(line) ?? [];
			sendJson(response, 200, { ok: true, ts: '1.1', user: { profile: { email: emails[user] } } });
		},
		{ secure: { key, cert: certificate }, port: stackAddresses().hostPort },
	);
	return { messages, stop: async () => await server.stop() };
};

/** The execution that waits for a click on a button. */
export const executionBehind = ({ value, url }: Button): string =>
	/(?:^nhitl1\||\/webhook-waiting\/)(\d+)/.exec(value ?? url ?? '')?.[1] ?? 'none';

/** Clicks a button as Slack reports it, and gives the status of n8n's answer. */
export const click = async (n8n: N8n, action: Button, user: string, secret = signatureSecret) => {
	const seconds = String(Math.floor(Date.now() / 1000));
	const message = { ts: '1.1', blocks: [] };
	const payload = { user: { id: user }, channel: { id: 'C1' }, message, actions: [action] };
	const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
	const digest = createHmac('sha256', secret).update(`v0:${seconds}:${body}`).digest('hex');
	const headers = {
		'content-type': 'application/x-www-form-urlencoded',
		'x-slack-request-timestamp': seconds,
		'x-slack-signature': `v0=${digest}`,
		connection: 'close',
	};
	const url = `${n8n.url}/webhook-waiting-slack`;
	return (await fetch(url, { method: 'POST', headers, body })).status;
};
