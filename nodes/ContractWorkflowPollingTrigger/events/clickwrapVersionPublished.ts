import { getClickwrapHistory } from '../../../src';
import { noHistory, slug } from '../../shared/panel/clickwrapSlug';
import { event } from '../event';
import { idIn, newOnce } from '../watch';

/** The history contains all versions of a clickwrap (section 4, Clickwraps). */
export const clickwrapVersionPublished = event({
	name: 'Clickwrap Version Published',
	value: 'clickwrapVersionPublished',
	description: 'A new version of a clickwrap is published',
	properties: [slug],
	statuses: noHistory,
	watch: (client, { parameters }) => ({
		memoryOf: [parameters.slug.trim()],
		async read() {
			const params = { slug: parameters.slug.trim() };
			const answer = await client.call(getClickwrapHistory, { params });
			const rows = answer.versions
				.map((version) => ({ slug: answer.slug, ...version }))
				.sort((one, other) => one.version - other.version);
			return { rows, next: '', passed: [], again: rows.length, isPart: false };
		},
		starts: () => [''],
		idOf: idIn('version'),
		...newOnce,
		matches: () => true,
	}),
});
