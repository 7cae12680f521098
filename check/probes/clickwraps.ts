import { getClickwrap, getClickwrapHistory } from '../../src/contract';
import type { Body } from '../reading/body';
import { listIn } from '../reading/body';
import { judgeWhileStill } from '../reading/rounds';
import type { Session } from '../reading/session';
import { disagree, judgeIdentity, look, refuse } from '../reading/session';

const strange = 'no-such-clickwrap-of-a-check';

/** The active version is one of the history, and the same there. */
const judgeHistory = (session: Session, active: Body | undefined, history: Body | undefined) => {
	const versions = listIn(history, 'versions');
	if (versions.length === 0 || !Number.isSafeInteger(active?.version_number)) return;
	const current = versions.find(({ version }) => version === active?.version_number);
	const tell = (place: string, expected: string, came: string): void => {
		const effect = 'A workflow that proves what was accepted shows the wrong version.';
		disagree(session, getClickwrapHistory, place, expected, came, effect);
	};
	if (current === undefined)
		return tell('versions', 'the active version among them', 'others only');
	if (typeof current.archived_at === 'string') {
		tell('versions[].archived_at', 'null for the active version', 'a time');
	}
	for (const field of ['clickwrap_version_id', 'content'] as const) {
		const [one, other] = [current[field], active?.[field]];
		if (typeof one !== typeof other || one === other) continue;
		tell(`versions[].${field}`, 'that of the active version', 'another one');
	}
};

/** Between the two answers a version can be published. */
const readClickwrap = async (session: Session, slug: string): Promise<void> => {
	const params = { slug };
	const active = await look(session, getClickwrap, { params }, [404]);
	const history = await look(session, getClickwrapHistory, { params }, [404]);
	judgeIdentity(session, getClickwrap, 'slug', slug, active?.slug);
	judgeIdentity(session, getClickwrapHistory, 'slug', slug, history?.slug);
	judgeHistory(session, active, history);
};

/** The clickwraps that the user names, and one that there is not (section 4). */
export const readClickwraps = async (session: Session): Promise<void> => {
	const missing = { status: 404, when: 'for a clickwrap that there is not' };
	await refuse(session, getClickwrap, { params: { slug: strange } }, missing);
	for (const slug of session.slugs) {
		await judgeWhileStill(session, async (noting) => await readClickwrap(noting, slug));
	}
};
