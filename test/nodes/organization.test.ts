import type { OutgoingHttpHeaders } from 'node:http';
import { expect, it } from '@jest/globals';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode } from '../support/n8nCore';
import {
	byLane,
	itemsOf,
	keyCredential,
	paired,
	parametersOf,
	sharedStage,
} from '../support/stage';

const serve = serverPool();

const stage = sharedStage({ rateLimit: 600 });

it('Get gives the organization once for each item', async () => {
	const { output, error } = await stage.run(
		'organization.get',
		{},
		{ items: itemsOf({ a: 1 }, { a: 2 }) },
	);
	expect(error).toBeUndefined();
	expect(byLane(stage.received())).toEqual(
		byLane([{ request: 'GET /users/org-info' }, { request: 'GET /users/org-info' }]),
	);
	const told = await stage.ask('GET', '/users/org-info');
	expect(told).toMatchObject({
		org_name: 'Meridian Freight',
		rate_limit_per_minute: 600,
		api_key_id: 9001,
	});
	const rate_limit = {
		limit: 600,
		remaining: expect.any(Number),
		resets_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
	};
	const json = { ...told, rate_limit };
	expect(paired(output)).toEqual([
		{ pairedItem: { item: 0 }, json },
		{ pairedItem: { item: 1 }, json },
	]);
});

const told = async (headers: OutgoingHttpHeaders) => {
	const server = await serve((response) => {
		for (const [name, value] of Object.entries(headers)) response.setHeader(name, value ?? '');
		sendJson(response, 200, { org_name: 'A', entities: [] });
	});
	const { output, error } = await runNode({
		parameters: parametersOf('organization.get', {}),
		credentials: keyCredential(server.url, 'key_1'),
	});
	expect(error).toBeUndefined();
	return output[0]?.json.rate_limit;
};

it('Get tells the rate limit as the answer tells it, and null for what it does not', async () => {
	const all = {
		'X-RateLimit-Limit': '60',
		'X-RateLimit-Remaining': '0',
		'X-RateLimit-Reset': '1767600000',
	};
	expect(await told(all)).toEqual({
		limit: 60,
		remaining: 0,
		resets_at: '2026-01-05T08:00:00.000Z',
	});
	expect(await told({})).toEqual({ limit: null, remaining: null, resets_at: null });
	expect(
		await told({ ...all, 'X-RateLimit-Limit': 'many', 'X-RateLimit-Reset': '999999999999999' }),
	).toEqual({ limit: null, remaining: 0, resets_at: null });
});
