import { getClickwrapHistory } from '../../../src';
import { slug } from '../../shared/panel/clickwrapSlug';
import { event } from '../event';
import type { Reading } from '../watch';
import { newOnce, placedRows, start } from '../watch';

/** The history contains all versions of a clickwrap (section 4, Clickwraps). */
export const clickwrapVersionPublished = event({
	name: 'Clickwrap Version Published',
	value: 'clickwrapVersionPublished',
	description: 'A new version of a clickwrap is published',
	properties: [slug],
	watch({ client, parameters, warn }) {
		const params = { slug: parameters.slug };
		const read = async (): Promise<Reading> => {
			const answer = await client.call(getClickwrapHistory, { params });
			const versions = answer.versions.map((version) => ({ slug: answer.slug, ...version }));
			const rows = placedRows(
				versions,
				({ version }) => ({ id: version, at: Number(version) }),
				warn,
			);
			return { rows: [...rows].sort((one, other) => one.at - other.at), next: start };
		};
		return { first: read, read, ...newOnce, matches: () => true };
	},
});
