import type { ServerResponse } from 'node:http';
import type { Answer, ServedRequest } from './answeringServer';
import { sendJson } from './answeringServer';
import { task } from './operations.table';

/*
 * A service with two organizations that have the same task IDs, by the API text alone: whatever
 * arrives with the wrong key is carried out in the wrong organization, and shows.
 */

/** The API keys; `alphaNew` is another one of the organization of `alpha`. */
export const apiKeys = {
	alpha: 'live_YWxwaGEtb25lLW9mLXRoZS10ZXN0cw',
	alphaNew: 'live_YWxwaGEtdHdvLW9mLXRoZS10ZXN0cw',
	beta: 'live_YmV0YS1vbmUtb2YtdGhlLXRlc3Rz',
} as const;

export type KeyName = keyof typeof apiKeys;

const owners: Readonly<Record<KeyName, Organization>> = {
	alpha: 'Alpha Ltd',
	alphaNew: 'Alpha Ltd',
	beta: 'Beta GmbH',
};

/** The names of the organizations. */
export type Organization = 'Alpha Ltd' | 'Beta GmbH';

/** The identifier of each key, which GET /users/org-info tells. */
const apiKeyIds: Readonly<Record<KeyName, number>> = { alpha: 11, alphaNew: 12, beta: 21 };

const keyNames = Object.keys(apiKeys) as KeyName[];

/** A request that arrived with one of the keys. */
export interface KeyedRequest {
	readonly key: KeyName;
	readonly organization: Organization;
	/** Method and path. */
	readonly line: string;
	readonly body: Readonly<Record<string, unknown>>;
	/** Milliseconds since 1970. */
	readonly at: number;
	/** Of the answer; 0 where the connection was broken after the request was carried out. */
	readonly status: number;
}

/** What becomes of a request in place of its answer: `lost` is carried out, and never answered. */
export type Fate = 'lost' | readonly [status: number, body: unknown];

export interface TwoOrganizationsOptions {
	/** Tasks of each organization, with the IDs from 1 on. */
	readonly tasks?: number;
	/** Requests in a window; no limit where a key has none. */
	readonly limits?: Readonly<Partial<Record<KeyName, number>>>;
	/** The length of a window. The text says a minute, which no test waits for. */
	readonly windowSeconds?: number;
	/** Time until it answers, in milliseconds. */
	readonly delayMs?: number;
	/** Is asked about each request that the limit lets through. */
	readonly fate?: (request: Omit<KeyedRequest, 'status'>) => Fate | undefined;
}

type Window = {
	used: number;
	/** Whole seconds since 1970, since `X-RateLimit-Reset` can tell no others. */
	readonly end: number;
};

/** Where a task is that was decided. */
const atSignature = {
	current_step_id: 'signature',
	current_step_name: 'Signature',
	current_step_type: 'signature',
};

const taskPath = /^(GET|POST) \/tasks\/(\d+)(?:\/(approve|comment))?$/;

/** The service, to be served, and what came of it. */
export const twoOrganizations = (options: TwoOrganizationsOptions = {}) => {
	const { tasks: count = 1_000, limits = {}, windowSeconds = 1, delayMs = 0, fate } = options;
	const requests: KeyedRequest[] = [];
	const decided = new Set<string>();
	const windows = new Map<KeyName, Window>();
	let [unknownKeys, underWay, mostUnderWay] = [0, 0, 0];

	/** Counts a request of a key; gives the headers of the limit, and whether it is exceeded. */
	const counted = (key: KeyName, now: number) => {
		const limit = limits[key];
		if (limit === undefined) return { headers: {}, isOver: false };
		const last = windows.get(key);
		const isOpen = last && now < last.end * 1000;
		const window = isOpen ? last : { used: 0, end: Math.ceil(now / 1000) + windowSeconds };
		windows.set(key, window);
		const isOver = window.used >= limit;
		if (!isOver) window.used++;
		const headers = {
			'x-ratelimit-limit': String(limit),
			'x-ratelimit-remaining': String(limit - window.used),
			'x-ratelimit-reset': String(window.end),
			...(isOver && { 'retry-after': String(Math.ceil(window.end - now / 1000)) }),
		};
		return { headers, isOver };
	};

	const taskOf = (organization: Organization, id: number) => ({
		...task,
		task_id: id,
		workflow_state_id: `${organization} ${id}`,
		task_title: `${organization}: contract ${id}`,
		status: 'pending',
		...(decided.has(`${organization} ${id}`) && { ...atSignature, status: 'in_progress' }),
	});

	/** Carries a request out, and gives its answer (section 4). */
	const carriedOut = (
		key: KeyName,
		line: string,
		body: KeyedRequest['body'],
	): readonly [number, unknown] => {
		const organization = owners[key];
		if (line === 'GET /users/org-info') {
			const rate_limit_per_minute = limits[key] ?? 100_000;
			const org_name = organization;
			return [200, { org_name, rate_limit_per_minute, entities: [], api_key_id: apiKeyIds[key] }];
		}
		const [, method, digits, action] = taskPath.exec(line) ?? [];
		const id = Number(digits);
		if (!(id >= 1 && id <= count)) return [404, { detail: 'Task not found' }];
		if (method === 'GET') return [200, { task: taskOf(organization, id) }];
		if (action === 'comment') {
			return [200, { success: true, activity_log_id: id, message: `Posted in ${organization}` }];
		}
		if (decided.has(`${organization} ${id}`)) {
			return [409, { detail: 'Task is not awaiting approval' }];
		}
		decided.add(`${organization} ${id}`);
		const { approved } = body;
		const message = `Decided in ${organization}`;
		return [200, { task_id: id, status: 'in_progress', approved, message }];
	};

	const work = (response: ServerResponse, key: KeyName, { line, body: text }: ServedRequest) => {
		const at = Date.now();
		const body = (text === '' ? {} : JSON.parse(text)) as KeyedRequest['body'];
		const request = { key, organization: owners[key], line, body, at };
		const { headers, isOver } = counted(key, at);
		if (isOver) {
			requests.push({ ...request, status: 429 });
			sendJson(response, 429, { detail: 'Rate limit exceeded' }, headers);
			return;
		}
		const given = fate?.(request);
		const [status, answer] =
			given === undefined || given === 'lost' ? carriedOut(key, line, body) : given;
		requests.push({ ...request, status: given === 'lost' ? 0 : status });
		if (given === 'lost') response.socket?.resetAndDestroy();
		else sendJson(response, status, answer, headers);
	};

	const answer: Answer = (response, request) => {
		const key = keyNames.find((name) => apiKeys[name] === request.headers['x-api-key']);
		if (!key) {
			unknownKeys++;
			sendJson(response, 401, { detail: 'Invalid API key' });
			return;
		}
		mostUnderWay = Math.max(mostUnderWay, ++underWay);
		setTimeout(() => {
			underWay--;
			work(response, key, request);
		}, delayMs);
	};

	const isWrite = ({ line }: KeyedRequest) =>
		line.startsWith('POST /tasks/') && taskPath.test(line);
	return {
		answer,
		requests: (): readonly KeyedRequest[] => [...requests],
		/** The requests that write, whatever was answered. */
		writes: (): readonly KeyedRequest[] => requests.filter(isWrite),
		/** The tasks that were decided, each as its organization and ID. */
		decided: (): readonly string[] => [...decided],
		/** Requests that arrived without a key of an organization. */
		unknownKeys: () => unknownKeys,
		/** Most requests that were under way at the same time. */
		mostUnderWay: () => mostUnderWay,
	};
};
