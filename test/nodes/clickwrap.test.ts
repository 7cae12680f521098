import { expect, it } from '@jest/globals';
import type { Json } from '../support/stage';
import { byLane, itemsOf, paired, sharedStage } from '../support/stage';

const stage = sharedStage();

const items = itemsOf({ slug: 'terms-of-service' }, { slug: 'datenschutz-hinweis' });

it('Get Active gives the active version of the clickwrap of each item', async () => {
	const { output } = await stage.run(
		'clickwrap.getActive',
		{ slug: '={{ $json.slug }}' },
		{ items },
	);
	expect(byLane(stage.received())).toEqual(
		byLane([
			{ request: 'GET /server/clickwrap/datenschutz-hinweis' },
			{ request: 'GET /server/clickwrap/terms-of-service' },
		]),
	);
	const terms = await stage.ask('GET', '/server/clickwrap/terms-of-service');
	expect(terms).toMatchObject({ clickwrap_type: 'scroll_and_accept', version_number: 3 });
	expect(paired(output)).toEqual([
		{ pairedItem: { item: 0 }, json: terms },
		{
			pairedItem: { item: 1 },
			json: await stage.ask('GET', '/server/clickwrap/datenschutz-hinweis'),
		},
	]);
});

it('Get History gives an item for each version, newest first, with the slug', async () => {
	const { output } = await stage.run(
		'clickwrap.getHistory',
		{ slug: '={{ $json.slug }}' },
		{ items },
	);
	expect(byLane(stage.received())).toEqual(
		byLane([
			{ request: 'GET /server/clickwrap/datenschutz-hinweis/history' },
			{ request: 'GET /server/clickwrap/terms-of-service/history' },
		]),
	);
	expect(
		output.map(({ json, pairedItem }) => [pairedItem, json.slug, json.version, json.is_draft]),
	).toEqual([
		[{ item: 0 }, 'terms-of-service', 3, false],
		[{ item: 0 }, 'terms-of-service', 2, false],
		[{ item: 0 }, 'terms-of-service', 1, false],
		[{ item: 1 }, 'datenschutz-hinweis', 1, false],
	]);
	const history = await stage.ask('GET', '/server/clickwrap/terms-of-service/history');
	const versions = history.versions as unknown as Json[];
	expect(output.slice(0, 3).map(({ json }) => json)).toEqual(
		versions.map((version) => ({ slug: 'terms-of-service', ...version })),
	);
});

it('a slug is one path segment, whatever it holds', async () => {
	const { errorOutput } = await stage.run(
		'clickwrap.getActive',
		{ slug: '={{ $json.slug }}' },
		{ items: itemsOf({ slug: 'a/b?c=d#e%2F' }, { slug: 'ü …' }), onError: 'continueErrorOutput' },
	);
	expect(errorOutput.map(({ json }) => json.error)).toMatchObject([
		{ status: 404 },
		{ status: 404 },
	]);
	expect(byLane(stage.received())).toEqual(
		byLane([
			{ request: 'GET /server/clickwrap/%C3%BC%20%E2%80%A6' },
			{ request: 'GET /server/clickwrap/a%2Fb%3Fc%3Dd%23e%252F' },
		]),
	);
});
