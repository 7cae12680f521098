import { listDocumentTypes, listOrgFields } from '../../src/contract';
import type { Session } from '../reading/session';
import { contradict, read } from '../reading/session';

/** Document types, org fields and attributes (section 4, Core documents). */
export const readDocumentKinds = async (session: Session): Promise<void> => {
	await read(session, listDocumentTypes);
	const without = await read(session, listOrgFields);
	const effect = 'A workflow that reads the attributes gets none, or more than it asked for.';
	if (Array.isArray(without?.attributes)) {
		contradict(session, listOrgFields, 'attributes', 'null unless asked for', 'a list', effect);
	}
	const asked = await read(session, listOrgFields, { query: { include_attributes: true } });
	if (asked?.attributes !== null) return;
	const expected = 'a list with include_attributes true';
	contradict(session, listOrgFields, 'attributes', expected, 'null', effect);
};
