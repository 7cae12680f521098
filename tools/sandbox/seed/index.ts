import { createHash } from 'node:crypto';
import type { SandboxOptions } from '../options';
import type { Store } from '../store/database';
import { readJson } from '../store/json';
import type { KeyName, OAuthApplication, TokenName } from './accounts';
import { members, organizations, seedAccounts } from './accounts';
import { seedClickwraps, slugs } from './clickwraps';
import { seedDocumentKinds } from './documentKinds';
import { seedDocuments } from './documents';
import { createRandom } from './random';
import { externalSourceIds, seedTasks } from './tasks';
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

/** Fills an empty store; the same seed and counts give the same data. */
export const fillStore = (store: Store, options: SandboxOptions): void => {
	const random = createRandom(options.seed);
	const { apiKeys, oauthTokens, oauthApplication } = seedAccounts(store, options.seed);
	seedWorkflows(store);
	seedDocumentKinds(store);
	seedClickwraps(store);
	const { main, other } = organizations;
	const { rejectedStatus } = options;
	const taskId = seedTasks({ store, random, organizationId: main, rejectedStatus }, options.tasks);
	const fileId = seedDocuments(
		{ store, random, organizationId: main, firstTaskId: taskId },
		options.documents,
	);
	const otherTaskId = seedTasks(
		{ store, random, organizationId: other, rejectedStatus },
		recordsOfOtherOrganization,
	);
	seedDocuments(
		{ store, random, organizationId: other, firstTaskId: otherTaskId },
		recordsOfOtherOrganization,
	);
	const data: SampleData = {
		apiKeys,
		oauthTokens,
		oauthApplication,
		ids: {
			slug: slugs.active,
			draftSlug: slugs.draft,
			externalSourceId: taskId === null ? null : (externalSourceIds[0] ?? null),
			fileId,
			userId: members[1].userId,
			stepWithDocument: taskId === null ? null : `${taskId}:draft`,
			stepWithoutDocument: taskId === null ? null : `${taskId}:legal_approval`,
		},
	};
	const secret = createHash('sha256').update(`signing ${options.seed}`).digest('base64url');
	const { seed, tasks, documents } = options;
	const origin: Origin = { seed, tasks, documents };
	store.sql.run`INSERT INTO meta (name, value) VALUES
		('sample_data', ${JSON.stringify(data)}), ('signing_secret', ${secret}),
		('made_from', ${JSON.stringify(origin)})`;
};

/** The original data of the store. */
export const sampleData = ({ sql }: Store): SampleData =>
	readJson(sql.get`SELECT value FROM meta WHERE name = 'sample_data'`?.value);

/** The options of the store's sample data. */
export const madeFrom = ({ sql }: Store): Origin =>
	readJson(sql.get`SELECT value FROM meta WHERE name = 'made_from'`?.value);
