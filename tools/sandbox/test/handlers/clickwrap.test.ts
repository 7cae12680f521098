import { describe, expect, it } from '@jest/globals';
import type { Json } from '../support/service';
import { useService } from '../support/service';

const service = useService();

const history = async (slug: string): Promise<Json[]> =>
	(await service.get(`/server/clickwrap/${slug}/history`)).data.versions as unknown as Json[];

describe('section 4, clickwraps', () => {
	it('gives the active published version, never the draft', async () => {
		const { status, data } = await service.get('/server/clickwrap/terms-of-service');
		expect(status).toBe(200);
		expect(data).toEqual({
			slug: 'terms-of-service',
			title: 'Terms of service',
			clickwrap_type: 'scroll_and_accept',
			content: expect.any(String),
			content_html: expect.any(String),
			clickwrap_version_id: expect.any(Number),
			version_number: 3,
		});
		expect(JSON.stringify(await history('terms-of-service'))).not.toContain('discussion');
	});

	it('gives published versions newest first; only the active one is not archived', async () => {
		const versions = await history('terms-of-service');
		expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
		expect(versions.map(({ archived_at }) => archived_at === null)).toEqual([true, false, false]);
		expect(new Set(versions.map(({ is_draft }) => is_draft))).toEqual(new Set([false]));
		expect(versions.at(-1)?.content_html).toBeNull();
	});

	it('answers 404 for drafts alone, and when nothing is active', async () => {
		const { draftSlug } = service.sandbox.ids;
		for (const path of [draftSlug, 'retired-terms', `${draftSlug}/history`]) {
			expect((await service.get(`/server/clickwrap/${path}`)).status).toBe(404);
		}
		expect(await history('retired-terms')).toHaveLength(1);
	});
});
