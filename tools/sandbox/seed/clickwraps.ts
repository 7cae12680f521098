import type { Store } from '../store/database';
import { organizations } from './accounts';
import type { Calendar } from './values';

interface SampleVersion {
	readonly content: string;
	readonly html?: string;
	readonly draft?: boolean;
	/** Days before yesterday. */
	readonly created: number;
	readonly archived?: number;
}

interface SampleClickwrap {
	readonly organizationId: number;
	readonly slug: string;
	readonly title: string;
	readonly type: 'click_to_accept' | 'scroll_and_accept';
	readonly versions: readonly SampleVersion[];
}

/** Slug with an active version and a history, and slug with only a draft. */
export const slugs = { active: 'terms-of-service', draft: 'beta-terms' } as const;

const clickwraps: readonly SampleClickwrap[] = [
	{
		organizationId: organizations.main,
		slug: slugs.active,
		title: 'Terms of service',
		type: 'scroll_and_accept',
		versions: [
			{
				content: 'By using the service you accept these terms.',
				created: 660,
				archived: 465,
			},
			{
				content: 'By using the service you accept these terms and the privacy notice.',
				html: '<p>By using the service you accept these <b>terms</b> and the privacy notice.</p>',
				created: 465,
				archived: 265,
			},
			{
				content: 'By using the service you accept these terms, the privacy notice and § 4.',
				html: '<p>By using the service you accept these <b>terms</b>, the privacy notice and § 4.</p>',
				created: 265,
			},
			{ content: 'Terms under discussion.', draft: true, created: 175 },
		],
	},
	{
		organizationId: organizations.main,
		slug: 'datenschutz-hinweis',
		title: 'Datenschutzhinweis – 個人情報保護',
		type: 'click_to_accept',
		versions: [{ content: 'Wir verarbeiten personenbezogene Daten.', created: 317 }],
	},
	{
		organizationId: organizations.main,
		slug: 'retired-terms',
		title: 'Retired terms',
		type: 'click_to_accept',
		versions: [
			{
				content: 'These terms are no longer offered.',
				created: 937,
				archived: 571,
			},
		],
	},
	{
		organizationId: organizations.main,
		slug: slugs.draft,
		title: 'Beta terms',
		type: 'click_to_accept',
		versions: [{ content: 'Draft of the beta terms.', draft: true, created: 187 }],
	},
	{
		organizationId: organizations.other,
		slug: 'harbour-terms',
		title: 'Harbour terms',
		type: 'click_to_accept',
		versions: [{ content: 'Terms of the harbour.', created: 294 }],
	},
];

/** Clickwraps with their versions, drafts included. */
export const seedClickwraps = ({ sql }: Store, calendar: Calendar): void => {
	for (const { organizationId, slug, title, type, versions } of clickwraps) {
		const { lastInsertRowid: clickwrapId } = sql.run`
			INSERT INTO clickwraps (org_id, slug, title, clickwrap_type)
			VALUES (${organizationId}, ${slug}, ${title}, ${type})`;
		for (const [index, version] of versions.entries()) {
			const { content, html = null, draft = false } = version;
			const created = calendar.timeBefore(version.created);
			const archived =
				version.archived === undefined ? null : calendar.timeBefore(version.archived);
			sql.run`
				INSERT INTO clickwrap_versions (clickwrap_id, version, content, content_html, is_draft,
					archived_at, created_at, updated_at)
				VALUES (${clickwrapId}, ${index + 1}, ${content}, ${html}, ${Number(draft)}, ${archived},
					${created}, ${archived ?? created})`;
		}
	}
};
