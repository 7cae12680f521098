import { createHash } from 'node:crypto';
import type { SandboxOptions } from '../options';
import type { Store } from '../store/database';
import { readJson } from '../store/sql';
import type { KeyName, OAuthApplication, TokenName } from './accounts';
import { members, organizations, seedAccounts } from './accounts';
import { seedClickwraps, slugs } from './clickwraps';
import { seedDocumentKinds } from './documentKinds';
import { seedDocuments } from './documents';
import { createRandom } from './random';
import { externalSourceIds, seedTasks } from './tasks';
import { calendarAt } from './values';
import { seedWorkflows } from './workflows';

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
