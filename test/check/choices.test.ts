import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { check } from '../../check/check';
import type { Choices } from '../../check/choices/choices';
import { sandboxChoices } from '../../check/choices/choices';
import { mayHoldProfile, writeProfile } from '../../check/choices/profile';
import type { SandboxOptions } from '../../sandbox/options';
import { defaultOptions } from '../../sandbox/options';
import { optionsOf, readProfile } from '../../sandbox/profile';
import { createSandbox } from '../../sandbox/server';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'profiles-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Checks a sandbox that makes these choices. */
const seenOf = async (options: Partial<SandboxOptions>) => {
	const sandbox = await createSandbox({ tasks: 120, documents: 60, ...options });
	try {
		return await check({
			baseUrl: sandbox.baseUrl,
			apiKey: sandbox.apiKeys.main,
			apiKeyName: 'KEY',
			accessToken: null,
			mostRequests: 1000,
			mostRows: 1000,
			slugs: [],
			externalSourceId: sandbox.ids.externalSourceId,
			signal: new AbortController().signal,
		});
	} finally {
		await sandbox.stop();
	}
};

/** What a sandbox is told to choose, and what of it a check then has to see. */
const others: ReadonlyArray<readonly [string, Partial<SandboxOptions>, Choices]> = [
	['tasks by oldest creation', { taskOrder: 'created' }, { taskOrder: 'created' }],
	['tasks by oldest update', { taskOrder: 'updated' }, { taskOrder: 'updated' }],
	['tasks by newest update', { taskOrder: 'updated-desc' }, { taskOrder: 'updated-desc' }],
	[
		'documents by newest creation',
		{ searchOrder: 'created-desc' },
		{ searchOrder: 'created-desc', nextCursor: 'either' },
	],
	['documents by oldest update', { searchOrder: 'updated' }, { searchOrder: 'updated' }],
	['documents by newest update', { searchOrder: 'updated-desc' }, { searchOrder: 'updated-desc' }],
	[
		'a cursor for the time of creation',
		{ nextCursor: 'created' },
		{ nextCursor: 'created', searchOrder: 'created' },
	],
	[
		'a cursor for the time of update',
		{ nextCursor: 'updated', searchOrder: 'updated', plainCursor: 'refused' },
		{ nextCursor: 'updated', searchOrder: 'updated', plainCursor: 'refused' },
	],
	['a last cursor', { lastCursor: 'kept' }, { lastCursor: 'kept' }],
	['no plain times', { plainCursor: 'refused' }, { plainCursor: 'refused' }],
	['unknown fields ignored', { unknownFields: 'ignored' }, { unknownFields: 'ignored' }],
	['422 for wrong paths', { malformedPath: 422 }, { malformedPath: 422 }],
	[
		'sizes and times',
		{ rateLimit: 4321, downloadSeconds: 77 },
		{ rateLimit: 4321, downloadSeconds: 77 },
	],
	[
		'other active statuses',
		{ activeStatuses: ['pending', 'failed'] },
		{
			activeStatuses: {
				created: false,
				in_progress: false,
				pending: true,
				completed: false,
				cancelled: false,
				failed: true,
				archived: false,
				rejected: false,
				on_hold: false,
			},
		},
	],
];

describe('a choice of the service', () => {
	it.each(others)('is seen, and a sandbox with its profile does likewise: %s', async (...row) => {
		const [name, options, expected] = row;
		const { profile, differences } = await seenOf(options);
		expect(profile).toMatchObject(expected);
		expect(differences).toEqual([]);
		const file = join(folder, `${name}.json`);
		writeProfile(file, profile);
		const again = await seenOf(optionsOf(readProfile(file)));
		expect(again.profile).toEqual(profile);
	});

	it('is not seen where rows are too few, or fit two orders', async () => {
		const { profile, observations, differences } = await seenOf({ tasks: 1, documents: 1 });
		expect(differences).toEqual([]);
		const seen = Object.keys(profile);
		for (const name of ['taskOrder', 'searchOrder', 'nextCursor', 'lastCursor'] as const) {
			expect(seen).not.toContain(name);
			expect(observations.find(({ choice }) => choice === name)).toMatchObject({
				seen: null,
				why: expect.stringMatching(/ \d+$| documents?$| tasks?$/),
			});
		}
		expect(profile.activeStatuses).toEqual({ pending: true });
	});

	it('is not seen, and no difference made up, where there is nothing at all', async () => {
		const { differences, profile } = await seenOf({ tasks: 0, documents: 0 });
		expect(differences).toEqual([]);
		expect(Object.keys(profile).sort()).toEqual(['malformedPath', 'rateLimit', 'unknownFields']);
	});

	it('is not guessed where nothing tells an order by update', async () => {
		const { observations } = await seenOf({ plainCursor: 'refused' });
		expect(observations.find(({ choice }) => choice === 'searchOrder')?.seen).toBeNull();
	});
});

describe('a profile', () => {
	it('takes the place of another profile only', async () => {
		const file = join(folder, 'taken.json');
		expect(() => mayHoldProfile(file)).not.toThrow();
		await writeFile(file, '{"name": "something else"}');
		expect(() => mayHoldProfile(file)).toThrow('contains something other than a profile');
		await rm(file);
		writeProfile(file, { taskOrder: 'created' });
		expect(() => mayHoldProfile(file)).not.toThrow();
	});
});

it('what the report says of the sandbox is what the sandbox does by itself', () => {
	expect(defaultOptions).toMatchObject(sandboxChoices);
});
