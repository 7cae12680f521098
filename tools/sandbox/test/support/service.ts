import { afterAll, beforeAll } from '@jest/globals';
import axios from 'axios';
import type { SandboxOptions } from '../../options';
import type { Sandbox } from '../../server';
import { createSandbox } from '../../server';

export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** Parsed JSON. */
	readonly data: Json;
}

/** JSON that is read by path: `data.task.step_runs[0].status`. */
export interface Json {
	readonly [name: string]: Json;
	readonly [index: number]: Json;
}

export interface CallOptions {
	readonly body?: unknown;
	/** The API key; null sends none. */
	readonly key?: string | null;
	readonly headers?: Readonly<Record<string, string>>;
}

/** A sandbox with a way to call it. */
export interface Service {
	readonly sandbox: Sandbox;
	readonly call: (
		method: 'GET' | 'POST' | 'PATCH',
		path: string,
		options?: CallOptions,
	) => Promise<Answer>;
	readonly get: (path: string) => Promise<Answer>;
	readonly post: (path: string, body: unknown) => Promise<Answer>;
	readonly patch: (path: string, body: unknown) => Promise<Answer>;
}

export const request = async (
	method: string,
	url: string,
	body: unknown,
	headers: Readonly<Record<string, string>>,
): Promise<Answer> => {
	const {
		status,
		headers: received,
		data,
	} = await axios.request({
		method,
		url,
		// A text is sent as it is; axios would trim it, or make a JSON text of what is no JSON.
		data: typeof body === 'string' ? Buffer.from(body) : body,
		headers: { ...headers },
		validateStatus: () => true,
		proxy: false,
	});
	return { status, headers: received as Answer['headers'], data };
};

/**
 * Starts a sandbox; the caller stops it.
 * @param realTime the real time in milliseconds since 1970
 */
export const startService = async (
	options: Partial<SandboxOptions> = {},
	realTime?: () => number,
): Promise<Service> => {
	const sandbox = await createSandbox({ rateLimit: 100_000, ...options }, realTime);
	const call: Service['call'] = async (method, path, { body, key, headers } = {}) => {
		const credential: Record<string, string> =
			key === null ? {} : { 'X-API-Key': key ?? sandbox.apiKeys.main };
		const url = `${sandbox.baseUrl}${path}`;
		return await request(method, url, body, { ...credential, ...headers });
	};
	return {
		sandbox,
		call,
		get: (path) => call('GET', path),
		post: (path, body) => call('POST', path, { body }),
		patch: (path, body) => call('PATCH', path, { body }),
	};
};

/** A sandbox for all tests of a file. */
export const useService = (
	options: Partial<SandboxOptions> = {},
	realTime?: () => number,
): Service => {
	let started: Service | undefined;
	beforeAll(async () => {
		started = await startService(options, realTime);
	});
	afterAll(async () => await started?.sandbox.stop());
	const own = (): Service => {
		if (started === undefined) throw new Error('The sandbox has not been started');
		return started;
	};
	return {
		get sandbox() {
			return own().sandbox;
		},
		call: (...given) => own().call(...given),
		get: (path) => own().get(path),
		post: (path, body) => own().post(path, body),
		patch: (path, body) => own().patch(path, body),
	};
};

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The `loc` of each issue of a 422, joined by dots. */
export const locations = ({ data }: Answer): string[] =>
	(data.detail as unknown as Array<{ loc: unknown[] }>).map(({ loc }) => loc.join('.'));

/** Values that the vendor agreement can be initiated with. */
export const vendorVariables = [
	{ variable_id: 'counterparty', type: 'text', value: 'Aldgate Logistics Ltd' },
	{ variable_id: 'contract_value', type: 'number', value: '1200.50' },
	{ variable_id: 'governing_law', type: 'select', value: 'Delaware' },
];

/** Initiates a workflow and gives the id of the task. */
export const initiate = async (
	service: Service,
	workflowId = 'wf_vendor_agreement',
	variables: unknown[] = vendorVariables,
): Promise<number> => {
	const { status, data } = await service.post(`/workflows/${workflowId}/latest/initiate`, {
		variables,
	});
	if (status !== 200) throw new Error(JSON.stringify(data));
	return Number(data.task_id);
};

export const taskOf = async (service: Service, taskId: number): Promise<Json> => {
	const { data } = await service.get(`/tasks/${taskId}`);
	return (data as { task: Json }).task;
};
