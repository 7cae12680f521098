import { getClickwrap, getClickwrapHistory } from '../../src/contract';
import type { Body, Session } from '../reading/session';
import { contradict, listIn, look, refuse } from '../reading/session';

const strange = 'no-such-clickwrap-of-a-check';

const judgeSlug = (
	session: Session,
	endpoint: typeof getClickwrap | typeof getClickwrapHistory,
	slug: string,
	body: Body | undefined,
): void => {
	if (typeof body?.slug !== 'string' || body.slug === slug) return;
	contradict(session, endpoint, 'slug', 'what the path asks for', 'another one');
};

/** Section 4: newest first; section 2: what is archived has been superseded. */
const judgeHistory = (session: Session, active: Body | undefined, history: Body | undefined) => {
	const versions = listIn(history, 'versions');
	const numbers = versions.flatMap(({ version }) =>
		Number.isSafeInteger(version) ? [Number(version)] : [],
	);
	const isNewestFirst = numbers.every((one, index) => (numbers[index - 1] ?? Infinity) > one);
	if (!isNewestFirst) {
		contradict(session, getClickwrapHistory, 'versions', 'newest first', 'another order');
	}
	if (versions.length === 0 || !Number.isSafeInteger(active?.version_number)) return;
	const current = versions.find(({ version }) => version === active?.version_number);
	if (current === undefined) {
		const expected = 'the active version among them';
		contradict(session, getClickwrapHistory, 'versions', expected, 'others only');
	} else if (typeof current.archived_at === 'string') {
		const expected = 'null for the active version';
		contradict(session, getClickwrapHistory, 'versions[].archived_at', expected, 'a time');
	}
};

/** The clickwraps that the user names, and one that there is not (section 4). */
export const readClickwraps = async (session: Session): Promise<void> => {
	const missing = { status: 404, when: 'for a clickwrap that there is not' };
	await refuse(session, getClickwrap, { params: { slug: strange } }, missing);
	for (const slug of session.slugs) {
		const params = { slug };
		const active = await look(session, getClickwrap, { params }, [404]);
		const history = await look(session, getClickwrapHistory, { params }, [404]);
		judgeSlug(session, getClickwrap, slug, active);
		judgeSlug(session, getClickwrapHistory, slug, history);
		judgeHistory(session, active, history);
	}
};
