import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Stage } from '../support/stage';
import { byId, startStage } from '../support/stage';
import { refusalsAt } from './refusals';

let stage: Stage;
beforeAll(async () => {
	stage = await startStage();
});
beforeEach(() => stage.sandbox.clearRequests());
afterAll(() => stage.sandbox.stop());

const refused = refusalsAt(() => stage);

type Case = readonly [wrong: unknown, message: string];

const approve = {
	taskId: byId('10001'),
	decision: '={{ $json.value }}',
};

it.each<Case>([
	['yes', '"Decision" must be one of approve, reject, asReviewed, not yes'],
	['Approve', '"Decision" must be one of approve, reject, asReviewed, not Approve'],
	[true, '"Decision" must be one of approve, reject, asReviewed, not true'],
	[['approve'], '"Decision" must be one of approve, reject, asReviewed, not ["approve"]'],
	['', '"Decision" must be one of approve, reject, asReviewed, not '],
	[null, '"Decision" must be one of approve, reject, asReviewed, not null'],
])('a decision of %j is no decision', async (value, message) => {
	expect(await refused('task.approve', approve, { value: 'approve' }, { value } as never)).toBe(
		message,
	);
});

it('an expression that gives nothing names the field', async () => {
	expect(await refused('task.approve', approve, { value: 'approve' }, {})).toMatch(
		/^"Decision" must be one of approve, reject/,
	);
	expect(
		await refused(
			'orgField.getMany',
			{ includeAttributes: '={{ $json.value }}' },
			{ value: true },
			{},
		),
	).toMatch(/^"Include Attributes" must be true or false/);
	expect(await refused('task.getMany', { limit: '={{ $json.value }}' }, { value: 1 }, {})).toBe(
		'"Limit" is required',
	);
});

it.each<Case>([
	[
		'status',
		'"Status" must be one of archived, cancelled, completed, created, failed, in_progress, on_hold, pending, rejected, not status',
	],
	[
		{ a: 1 },
		'"Status" must be one of archived, cancelled, completed, created, failed, in_progress, on_hold, pending, rejected, not {"a":1}',
	],
])('a status of %j is refused', async (value, message) => {
	const parameters = { filters: { status: '={{ $json.value }}' } };
	expect(await refused('task.getMany', parameters, { value: 'pending' }, { value } as never)).toBe(
		message,
	);
});

it.each<Case>([
	['many', '"Limit" must be a number of 1 or more, not many'],
	['', '"Limit" is required'],
	[null, '"Limit" is required'],
	[{ n: 1 }, '"Limit" must be a number of 1 or more, not {"n":1}'],
	[true, '"Limit" must be a number of 1 or more, not true'],
	[0, '"Limit" must be a number of 1 or more, not 0'],
	[-1, '"Limit" must be a number of 1 or more, not -1'],
	[1.5, '"Limit" must be a whole number of 1 or more'],
	['1e999', '"Limit" must be a number of 1 or more, not 1e999'],
])('a limit of %j is refused', async (value, message) => {
	for (const operation of ['task.getMany', 'document.search']) {
		const parameters = { limit: '={{ $json.value }}' };
		expect(await refused(operation, parameters, { value: 1 }, { value } as never)).toBe(message);
	}
});

it.each<Case>([
	['no', '"Include Attributes" must be true or false, not no'],
	[1, '"Include Attributes" must be true or false, not 1'],
	[[], '"Include Attributes" must be true or false, not []'],
])('a yes or no of %j is refused', async (value, message) => {
	const parameters = { includeAttributes: '={{ $json.value }}' };
	expect(await refused('orgField.getMany', parameters, { value: true }, { value } as never)).toBe(
		message,
	);
});

it.each<Case>([
	['soon', '"Created At or After" must be an ISO 8601 date'],
	['31.01.2026', '"Created At or After" must be an ISO 8601 date'],
	['2026-13-01', '"Created At or After" must be an ISO 8601 date'],
	[1767225600, '"Created At or After" must be an ISO 8601 date'],
	[{ year: 2026 }, '"Created At or After" must be text, not {"year":2026}'],
])('a date of %j is refused', async (value, message) => {
	const parameters = { filters: { lastCreatedAt: '={{ $json.value }}' } };
	expect(
		await refused('task.getMany', parameters, { value: '2026-01-31' }, { value } as never),
	).toContain(message);
});

it('a Date and a luxon DateTime are dates', async () => {
	const { error } = await stage.run('task.getMany', {
		limit: 1,
		filters: {
			lastCreatedAt: '={{ new Date(Date.UTC(2026, 0, 31)) }}',
			lastUpdatedAt: "={{ DateTime.fromISO('2026-01-31T09:00:00', { zone: 'Asia/Tokyo' }) }}",
		},
	});
	expect(error).toBeUndefined();
	const [{ body } = {}] = stage.received() as Array<{ body?: Record<string, string> }>;
	expect(body?.last_created_at).toBe('2026-01-31T00:00:00.000Z');
	expect(Date.parse(body?.last_updated_at ?? '')).toBe(Date.UTC(2026, 0, 31));
});
