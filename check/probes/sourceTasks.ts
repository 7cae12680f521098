import { listTasksByExternalSourceId } from '../../src/contract';
import { listIn } from '../reading/body';
import type { Session } from '../reading/session';
import { contradict, read, refuse } from '../reading/session';
import { unchecked } from '../report/unchecked';
import { observeOrder, strangeField } from './taskChoices';

/** The tasks of an external source id, which only the user can name (section 4). */
export const readSourceTasks = async (session: Session): Promise<void> => {
	const { externalSourceId, observations } = session;
	const bySource = listTasksByExternalSourceId;
	const loose = unchecked(bySource);
	const missing = { status: 422, when: 'without external_source_id' };
	await refuse(session, loose, {}, missing);
	const empty = { status: 422, when: 'for an empty external_source_id' };
	await refuse(session, loose, { query: { external_source_id: '' } }, empty);
	const none = await read(session, bySource, { query: { external_source_id: strangeField } });
	const strangers = listIn(none, 'tasks').length;
	if (strangers > 0) {
		const expected = 'no task for an id that none has';
		contradict(session, bySource, 'tasks', expected, `${strangers}`);
	}
	if (externalSourceId === null) {
		observations.miss('sourceTaskOrder', 'no --external-source-id was given');
		return;
	}
	const query = { external_source_id: externalSourceId };
	const answer = await read(session, bySource, { query });
	observeOrder(session, 'sourceTaskOrder', listIn(answer, 'tasks'));
};
