import { createHash } from 'node:crypto';
import { isoTime } from '../clock';
import type { SandboxOptions } from '../options';
import type { Store } from '../store/database';
import { readJson } from '../store/sql';
import { insertTask } from '../store/tasks/tasks';
import type { KeyName, OAuthApplication, TokenName } from './accounts';
import { members, organizations, seedAccounts } from './accounts';
import { seedClickwraps, slugs } from './clickwraps';
import { seedDocumentKinds } from './documentKinds';
import { seedDocuments } from './documents';
import { createRandom } from './random';
import type { Plan, TaskSeed } from './taskHistory';
import { storeHistory } from './taskHistory';
import { calendarAt } from './values';
import { seedWorkflows, workflows } from './workflows';

const { nda, ndaFirst, vendor, everyType, unicode } = workflows;

/** The first line of output contains ids of the step documents of the first plan. */
const plans: readonly [Plan, ...Plan[]] = [
	{ workflow: vendor, completed: 0 },
	{ workflow: nda, completed: 0 },
	{ workflow: everyType, completed: 1 },
	{ workflow: unicode, completed: 0 },
	{ workflow: vendor, completed: 1 },
	{ workflow: nda, completed: 1 },
	{ workflow: everyType, completed: 0, status: 'pending' },
	{ workflow: vendor, completed: 2 },
	{ workflow: nda, completed: 2 },
	{ workflow: ndaFirst, completed: 0, rejected: true },
	{ workflow: vendor, completed: 0, rejected: true },
	{ workflow: everyType, completed: 2 },
	{ workflow: unicode, completed: 0, status: 'on_hold' },
	{ workflow: nda, completed: 0, status: 'cancelled' },
	{ workflow: vendor, completed: 3, status: 'archived' },
	{ workflow: everyType, completed: 1, status: 'failed' },
	{ workflow: nda, completed: 0, status: 'created' },
	{ workflow: vendor, completed: 1 },
	{ workflow: unicode, completed: 0 },
	{ workflow: everyType, completed: 3 },
];

/** External source ids of sample tasks; the first one matches two of them. */
const externalSourceIds = ['CRM-2025-0001', 'CRM-2025-0001', 'ERP/PO 4711', 'Akte-Ä-17'];

/** Those of the main organization come last, so that there is room for any number of them. */
const firstTaskIds: Readonly<Record<number, number>> = {
	[organizations.main]: 10001,
	[organizations.other]: 7001,
};

const seedTask = (seed: TaskSeed, taskId: number, index: number, count: number): void => {
	const { store, random, calendar, organizationId } = seed;
	const plan = plans[index % plans.length] ?? plans[0];
	const begun = calendar.momentOf(index, count);
	const touched = calendar.after(begun, 5000 * 60_000, random);
	const task = storeHistory(seed, taskId, index, plan, { begun, touched });
	task.updated_at = isoTime(touched);
	insertTask(store, task, {
		organizationId,
		externalSourceId: externalSourceIds[index] ?? null,
		metadata: null,
		linked: index % 23 !== 22,
	});
};

/**
 * Creates `count` tasks of an organization, and returns the id of the first one; null if there is
 * none.
 */
const seedTasks = (seed: TaskSeed, count: number): number | null => {
	const first = firstTaskIds[seed.organizationId] ?? 1;
	for (let index = 0; index < count; index += 1) seedTask(seed, first + index, index, count);
	return count > 0 ? first : null;
};

/** What a user of the sandbox needs to know about the sample data. */
export interface SampleData {
	readonly apiKeys: Readonly<Record<KeyName, string>>;
	readonly oauthTokens: Readonly<Record<TokenName, string>>;
	readonly oauthApplication: OAuthApplication;
	/** Null if the sandbox has no task, or no document. */
	readonly ids: {
		readonly slug: string;
		/** Slug of a clickwrap that was never published. */
		readonly draftSlug: string;
		readonly externalSourceId: string | null;
		/** File of the first document. */
		readonly fileId: string | null;
		/** A member of the organization other than the keys' owner. */
		readonly userId: number;
		/** `TASK:STEP`. */
		readonly stepWithDocument: string | null;
		readonly stepWithoutDocument: string | null;
	};
}

const recordsOfOtherOrganization = 5;

/** The options that define the sample data, including keys and tokens. */
type Origin = Pick<SandboxOptions, 'seed' | 'tasks' | 'documents'>;

/** Fills an empty store. On the same day, the same seed and counts give the same data. */
export const fillStore = (store: Store, { seed, tasks, documents }: Origin, now: number): void => {
	const calendar = calendarAt(now);
	const random = createRandom(seed);
	const { apiKeys, oauthTokens, oauthApplication } = seedAccounts(store, seed);
	seedWorkflows(store);
	seedDocumentKinds(store, calendar);
	seedClickwraps(store, calendar);
	const main = { store, random, calendar, organizationId: organizations.main };
	const firstTaskId = seedTasks(main, tasks);
	const fileId = seedDocuments({ ...main, firstTaskId }, documents);
	const other = { ...main, organizationId: organizations.other };
	const otherTaskId = seedTasks(other, recordsOfOtherOrganization);
	seedDocuments({ ...other, firstTaskId: otherTaskId }, recordsOfOtherOrganization);
	const data: SampleData = {
		apiKeys,
		oauthTokens,
		oauthApplication,
		ids: {
			slug: slugs.active,
			draftSlug: slugs.draft,
			externalSourceId: firstTaskId === null ? null : (externalSourceIds[0] ?? null),
			fileId,
			userId: members[1].userId,
			stepWithDocument: firstTaskId === null ? null : `${firstTaskId}:draft`,
			stepWithoutDocument: firstTaskId === null ? null : `${firstTaskId}:legal_approval`,
		},
	};
	const secret = createHash('sha256').update(`signing ${seed}`).digest('base64url');
	const origin: Origin = { seed, tasks, documents };
	store.sql.run`INSERT INTO meta (name, value) VALUES
		('sample_data', ${JSON.stringify(data)}), ('signing_secret', ${secret}),
		('made_from', ${JSON.stringify(origin)})`;
};

/** The original data of the store. */
export const sampleData = ({ sql }: Store): SampleData =>
	readJson(sql.get`SELECT value FROM meta WHERE name = 'sample_data'`?.value);

/** Tables with what people set up and expect to keep: webhooks, and tokens that n8n obtained. */
const keptTables = ['subscriptions', 'access_tokens', 'oauth_grants'];

/**
 * Replaces all records with new sample data, made from what the store was made from. Keys, tokens
 * and webhook URLs stay. Runs inside a transaction.
 */
export const resetSampleData = (store: Store, now: number): void => {
	const { sql, db } = store;
	const origin = readJson<Origin>(sql.get`SELECT value FROM meta WHERE name = 'made_from'`?.value);
	const tables = sql.all`
		SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`;
	for (const { name } of tables) {
		if (!keptTables.includes(String(name))) db.exec(`DELETE FROM ${String(name)}`);
	}
	fillStore(store, origin, now);
};
