import type { ServerResponse } from 'node:http';
import { createLimit } from '../faults/limit';
import type { Answer, ServedRequest } from './answeringServer';
import { keyOwner, sendJson, whoseKey } from './answeringServer';
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

/** The organization of each key, and the identifier that GET /users/org-info tells. */
const owners = {
	alpha: { org_name: 'Alpha Ltd', api_key_id: 11 },
	alphaNew: { org_name: 'Alpha Ltd', api_key_id: 12 },
	beta: { org_name: 'Beta GmbH', api_key_id: 21 },
} as const;

const keyNames = Object.keys(apiKeys) as KeyName[];

/** A request that arrived with one of the keys. */
export interface KeyedRequest {
	readonly key: KeyName;
	/** Method and path. */
	readonly line: string;
	/** Milliseconds since 1970. */
	readonly at: number;
	/** Of the answer. */
	readonly status: number;
}

type Told = readonly [status: number, body: unknown];

export interface TwoOrganizationsOptions {
	/** Requests of a key in a minute; no limit where a key has none. */
	readonly limits?: Readonly<Partial<Record<KeyName, number>>>;
	/** Time until it answers, in milliseconds. */
	readonly delayMs?: number;
	/** What is answered instead, if anything. */
	readonly fate?: (key: KeyName, line: string) => Told | undefined;
}

/** The service, to be served, and what came of it. */
export const twoOrganizations = (options: TwoOrganizationsOptions = {}) => {
	const { limits = {}, delayMs = 0, fate } = options;
	const requests: KeyedRequest[] = [];
	const decided: string[] = [];
	const admissions = new Map(
		Object.entries(limits).map(([key, limit]) => [key, createLimit(limit)]),
	);
	let [unknownKeys, underWay, mostUnderWay] = [0, 0, 0];

	/** Carries a request out, and gives its answer (section 4). */
	const carriedOut = (key: KeyName, { line, body }: ServedRequest): Told => {
		const owner = owners[key];
		const { org_name: name } = owner;
		if (line === whoseKey) return [200, { ...keyOwner, ...owner }];
		const [, digits, action] = /^\w+ \/tasks\/(\d+)\/?(\w*)$/.exec(line) ?? [];
		const id = Number(digits);
		if (action === 'comment')
			return [200, { success: true, activity_log_id: id, message: `Posted in ${name}` }];
		if (action === '')
			return [200, { task: { ...task, task_id: id, workflow_state_id: `${name} ${id}` } }];
		decided.push(`${name} ${id}`);
		const { approved } = JSON.parse(body) as { readonly approved: boolean };
		return [200, { task_id: id, status: 'in_progress', approved, message: `Decided in ${name}` }];
	};

	const work = (response: ServerResponse, key: KeyName, request: ServedRequest) => {
		const { line, at } = request;
		const { isOver = false, headers = {} } = admissions.get(key)?.() ?? {};
		const [status, body] = isOver
			? ([429, { detail: 'Rate limit exceeded' }] as const)
			: (fate?.(key, line) ?? carriedOut(key, request));
		requests.push({ key, line, at, status });
		sendJson(response, status, body, headers);
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

	return {
		answer,
		requests: (): readonly KeyedRequest[] => [...requests],
		/** The requests that write, whatever was answered. */
		writes: () => requests.filter(({ line }) => line.startsWith('POST /tasks/')),
		/** The decisions that were carried out, each as its organization and task. */
		decided: (): readonly string[] => [...decided],
		/** Requests that arrived without a key of an organization. */
		unknownKeys: () => unknownKeys,
		/** Most requests that were under way at the same time. */
		mostUnderWay: () => mostUnderWay,
	};
};
