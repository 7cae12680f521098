import { details, getOrgInfo, getOrgInfoWithAccessToken } from '../../src/contract';
import type { HttpResponse } from '../../src/http';
import type { Session } from '../reading/session';
import { contradict, judgeRefusal, judgeSuccess, read } from '../reading/session';

/** Section 8.4: the key's limit is the one that the headers tell. */
const judgeLimit = (session: Session, { headers, body }: HttpResponse): void => {
	const told = (body as { rate_limit_per_minute?: unknown }).rate_limit_per_minute;
	const header = headers['x-ratelimit-limit'];
	if (!Number.isSafeInteger(told) || Number(told) < 1) {
		session.observations.miss('rateLimit', 'the service tells no number for it');
		return;
	}
	session.observations.see('rateLimit', Number(told));
	if (header === undefined || !/^\d+$/.test(header) || Number(header) === told) return;
	const effect =
		'The two numbers disagree. A workflow that plans by this one sends too fast or too slowly.';
	const expected = `what header X-RateLimit-Limit tells (${header})`;
	contradict(session, getOrgInfo, 'rate_limit_per_minute', expected, String(told), effect);
};

/** The organization, and what is answered without a credential (sections 4 and 5). */
export const readOrganization = async (session: Session): Promise<void> => {
	const { keyed, bare, tokened } = session;
	await read(session, getOrgInfo);
	judgeLimit(session, await keyed.ask(getOrgInfo));
	judgeRefusal(session, getOrgInfo, await bare.ask(getOrgInfo), {
		status: 401,
		detail: details.keyRequired,
		when: 'without a key',
	});
	judgeRefusal(session, getOrgInfoWithAccessToken, await bare.ask(getOrgInfoWithAccessToken), {
		status: 401,
		detail: details.tokenInvalid,
		when: 'without a token',
	});
	if (tokened === null) return;
	const body = judgeSuccess(
		session,
		getOrgInfoWithAccessToken,
		await tokened.ask(getOrgInfoWithAccessToken),
	);
	const limit = body?.rate_limit_per_minute;
	if (!Number.isSafeInteger(limit)) return;
	const place = 'rate_limit_per_minute';
	contradict(session, getOrgInfoWithAccessToken, place, 'null for a token', String(limit));
};
