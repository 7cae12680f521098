import { getOrgInfo, messageError } from '../src/contract';
import { ApiError } from '../src/errors';
import type { Policy, Transport } from '../src/http';
import type { Choices } from './choices/choices';
import type { Observation } from './choices/observations';
import { createObservations } from './choices/observations';
import { CheckError, isNetworkFailure, networkWords, refusalWords } from './network/failure';
import type { Reader, Readers } from './network/reader';
import { createReaders } from './network/reader';
import { variables } from './network/target';
import type { Target } from './network/transport';
import { readClickwraps } from './probes/clickwraps';
import { readDocumentKinds } from './probes/documentKinds';
import { readDocuments } from './probes/documents';
import { readOrganization } from './probes/organization';
import { readRefusedWorkflows } from './probes/refusedWorkflows';
import { readSourceTasks } from './probes/sourceTasks';
import { readTasks } from './probes/task';
import { readTaskList } from './probes/tasks';
import { readWorkflows } from './probes/workflows';
import { settleDoubts } from './reading/rounds';
import type { Session } from './reading/session';
import { withinLimit } from './reading/session';
import type { Finding, Findings } from './report/findings';
import { createFindings } from './report/findings';
import { createHeaderRules } from './rules/headers';

/** What is to be checked, and how much of it. */
export interface CheckOptions {
	/** Without a slash at the end. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** What the key is called where it is asked for again. */
	readonly apiKeyName: string;
	/** Null leaves the organization of a token out. */
	readonly accessToken: string | null;
	readonly mostRequests: number;
	readonly mostRows: number;
	readonly slugs: readonly string[];
	readonly externalSourceId: string | null;
	readonly signal: AbortSignal;
	/** Told what is read now, and when the rate limit makes the check wait. */
	readonly onProgress?: (words: string) => void;
	/** The network; another one in tests. */
	readonly transportTo?: (target: Target) => Transport;
}

/** What a check found. */
export interface CheckResult {
	readonly differences: readonly Finding[];
	readonly notes: readonly Finding[];
	/** What the API text allows, and a workflow must know. */
	readonly remarks: readonly Finding[];
	/** What may be a difference, or a change of the list. */
	readonly untold: readonly Finding[];
	readonly observations: readonly Observation[];
	readonly profile: Choices;
	readonly requests: number;
	readonly tasks: number;
	readonly documents: number;
	/** Parts that the limit of requests ended, or left out. */
	readonly leftOut: readonly string[];
	/** What the user did not name, as clauses. */
	readonly notNamed: readonly string[];
}

/** @throws CheckError when what answers is not the service, or does not take the key. */
const begin = async (keyed: Reader, { baseUrl, apiKeyName }: CheckOptions): Promise<void> => {
	const answer = await keyed.ask(getOrgInfo);
	if (answer.status !== 200) {
		throw new CheckError(refusalWords(new ApiError(getOrgInfo, answer), baseUrl, apiKeyName));
	}
	const isJson = typeof answer.body === 'object' && answer.body !== null;
	if (isJson && !messageError.safeParse(answer.body).success) return;
	throw new CheckError(
		`${baseUrl} answers GET /users/org-info with something other than an organization. Check the base URL.`,
	);
};

/** The parts of a check, in the order in which they are made; each is left out when the limit of requests is spent. */
const readAll = async (
	session: Session,
	progress: (words: string) => void,
): Promise<readonly string[]> => {
	let rows: Awaited<ReturnType<typeof readTaskList>> = [];
	let tasks: Awaited<ReturnType<typeof readTasks>> = [];
	const parts: ReadonlyArray<readonly [string, () => Promise<void>]> = [
		['the organization', () => readOrganization(session)],
		[
			'the task list',
			async () => {
				rows = await readTaskList(session);
			},
		],
		['documents', () => readDocuments(session)],
		[
			'tasks',
			async () => {
				tasks = await readTasks(session, rows);
			},
		],
		['tasks of an external source id', () => readSourceTasks(session)],
		['document types and org fields', () => readDocumentKinds(session)],
		[
			'workflows',
			async () => {
				await readWorkflows(session, tasks.length > 0 ? tasks : rows);
				await readRefusedWorkflows(session, rows);
			},
		],
		['clickwraps', () => readClickwraps(session)],
		['again what changed', () => settleDoubts(session)],
	];
	const leftOut: string[] = [];
	for (const [name, part] of parts) {
		progress(`Reading ${name}`);
		if (!(await withinLimit(part))) leftOut.push(name);
	}
	return leftOut;
};

/** What no endpoint lists, so that only the user can name it. */
const notNamed = ({ slugs, externalSourceId, accessToken }: CheckOptions): string[] => [
	...(slugs.length === 0 ? ['clickwraps: --slug names one'] : []),
	...(externalSourceId === null
		? ['tasks of an external source id: --external-source-id names one']
		: []),
	...(accessToken === null
		? [`the organization of an access token: ${variables.accessToken} holds one`]
		: []),
];

/** Judges the headers of each answer, also of one that is asked for again. */
const judging = (findings: Findings, isAccepted: boolean): Policy => {
	const departuresOf = createHeaderRules({ isAccepted });
	return (next) => async (request) => {
		const answer = await next(request);
		for (const one of departuresOf(answer)) {
			const isType = one.place === 'header content-type';
			const came = isType ? `${one.came} of ${request.name}` : one.came;
			findings.add('any endpoint', { ...one, came });
		}
		return answer;
	};
};

const sessionOf = (options: CheckOptions, readers: Readers): Session => {
	const { baseUrl, apiKey, accessToken, mostRows, slugs, externalSourceId } = options;
	const findings = createFindings();
	const key = { 'X-API-Key': apiKey };
	const bearer = accessToken === null ? null : { Authorization: `Bearer ${accessToken}` };
	return {
		keyed: readers.readerOf(baseUrl, key, judging(findings, true)),
		bare: readers.readerOf(baseUrl, {}, judging(findings, false)),
		tokened: bearer && readers.readerOf(baseUrl, bearer, judging(findings, true)),
		findings,
		sound: new WeakMap(),
		observations: createObservations(),
		mostRows,
		slugs,
		externalSourceId,
		doubtful: [],
		doubt: () => undefined,
		read: { tasks: 0, documents: 0 },
	};
};

/**
 * Reads a service by the endpoints that write nothing, and tells in what it differs from the
 * contract, and what it does where the API text is open.
 * @throws CheckError when it cannot be read; Stopped when the signal ends it.
 */
export const check = async (options: CheckOptions): Promise<CheckResult> => {
	const { baseUrl, mostRequests, signal, onProgress = () => undefined } = options;
	const { transportTo } = options;
	const readers = createReaders({
		mostRequests,
		signal,
		onWait: () => onProgress('Waiting for the rate limit'),
		...(transportTo && { transportTo }),
	});
	const session = sessionOf(options, readers);
	try {
		await begin(session.keyed, options);
		const leftOut = await readAll(session, onProgress);
		const { findings, observations, read } = session;
		return {
			differences: findings.differences(),
			notes: findings.notes(),
			remarks: findings.remarks(),
			untold: findings.untold(),
			observations: observations.list(),
			profile: observations.profile(),
			requests: readers.requests(),
			...read,
			leftOut,
			notNamed: notNamed(options),
		};
	} catch (error) {
		if (!isNetworkFailure(error)) throw error;
		throw new CheckError(networkWords(error, baseUrl));
	}
};
