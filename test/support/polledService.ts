import { afterEach, beforeEach } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { SandboxOptions } from '../../tools/sandbox/options';
import type { Service } from '../../tools/sandbox/test/support/service';
import { startService } from '../../tools/sandbox/test/support/service';
import type { PolledTrigger } from './pollingTrigger';
import { startTrigger } from './pollingTrigger';
import { keyCredential } from './stage';

/** A sandbox for each test, and polling triggers on it. */
export const polledService = (first: Partial<SandboxOptions> = {}) => {
	const started: Service[] = [];
	let triggers = 0;
	const service = () => started[0] as Service;
	/** Starts another sandbox, which takes the place of the one before it. */
	const serve = async (options: Partial<SandboxOptions> = {}) => {
		started.unshift(await startService(options));
	};
	beforeEach(async () => await serve(first));
	afterEach(async () => {
		for (const one of started.splice(0)) await one.sandbox.stop();
	});
	const credentials = () => {
		const { baseUrl, apiKeys } = service().sandbox;
		return keyCredential(baseUrl, apiKeys.main);
	};
	return {
		...{ service, serve, credentials },
		trigger: async (event: string, more: INodeParameters = {}): Promise<PolledTrigger> =>
			await startTrigger({ event, ...more }, credentials(), `trigger-${triggers++}`),
		/** How many requests the sandbox has in this work. */
		requestsOf: async (work: () => Promise<unknown>): Promise<number> => {
			service().sandbox.clearRequests();
			await work();
			return service().sandbox.requests().length;
		},
		decide: async (id: number, approved = true) =>
			await service().post(`/tasks/${id}/approve`, { approved }),
	};
};
