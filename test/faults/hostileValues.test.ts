import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { runNode } from '../support/n8nCore';
import { operations, withoutQuery } from '../support/operations.table';
import { pathSlots } from '../support/pathSlots';
import { byId, keyCredential, parametersOf } from '../support/stage';
import type { FaultServer } from './faultServer';
import { faultServers, json } from './faultServer';
import { errorOf } from './items';
import { hostile, randomValues } from './pathValues';

const { serve, stopAll } = faultServers();
let evil: FaultServer;
let service: FaultServer;
beforeEach(async () => {
	evil = await serve(() => ({ atBody: json(200, {}) }));
	service = await serve((_index, request) => ({
		atBody: json(200, operations.find(({ line }) => line === request?.line)?.answer ?? {}),
	}));
});
afterEach(stopAll);

const value = '={{ $json.value }}';
const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };

const send = async (parameters: INodeParameters, values: readonly string[]) =>
	await runNode({
		parameters,
		credentials: keyCredential(service.url, 'key_1'),
		items: values.map((text) => ({ json: { value: text }, binary: { data: file } })),
		onError: 'continueRegularOutput',
	});

const sorted = (values: readonly string[]) => [...values].sort();

describe('a path value is one segment equal to the input, or nothing is sent', () => {
	// A decision about the same task twice is refused as a whole, whatever else is in the run.
	const slots = pathSlots.filter(({ operation }) => operation.kind !== 'A');
	it.each(slots.map((slot) => [slot.place, slot.operation.name, slot] as const))(
		'%s of %s',
		async (_place, name, { given, line: lineWith }) => {
			const parameters = parametersOf(name, given);
			const [before = '', after = ''] = lineWith('|').split('|');
			const values = [...hostile, ...randomValues];
			const { output, error } = await send(parameters, values);
			expect(error).toBeUndefined();
			expect(output.length).toBeGreaterThanOrEqual(
				values.filter((_, index) => output[index]).length,
			);
			const refused = new Set(
				output.flatMap((item) => {
					const description = errorOf(item)?.description ?? '';
					const { item: index = -1 } = item.pairedItem as { item?: number };
					return description.startsWith('Nothing was sent') ? [index] : [];
				}),
			);
			const sent = values.filter((_, index) => !refused.has(index));
			const segments = service.requests.map(({ line }) => {
				expect(line.startsWith(before)).toBe(true);
				expect(line.endsWith(after)).toBe(true);
				const segment = line.slice(before.length, after ? -after.length : undefined);
				expect(segment).not.toMatch(/[/?#\\\s]/);
				expect(segment).not.toMatch(/^(\.|%2e){0,2}$/i);
				return decodeURIComponent(segment);
			});
			expect(sorted(segments)).toEqual(sorted(sent));
			expect(sent.length).toBeGreaterThan(0);
			expect(refused.size).toBeGreaterThan(0);
		},
	);
});

/** Names whose values the panel gives a fixed set of. */
const fixed = new Set(['credentialType', 'resource', 'operation', 'mode', 'dataType']);

/** The parameters with an expression in place of every text that a builder may write. */
const withValue = (given: NodeParameterValueType, name = ''): NodeParameterValueType => {
	if (typeof given === 'string') return fixed.has(name) ? given : value;
	if (Array.isArray(given)) {
		return given.map((entry) => withValue(entry as NodeParameterValueType)) as INodeParameters[];
	}
	if (typeof given !== 'object' || given === null) return given;
	return Object.fromEntries(
		Object.entries(given).map(([key, entry]) => [
			key,
			withValue(entry as NodeParameterValueType, key),
		]),
	);
};

describe('no value changes where a request goes', () => {
	it.each(operations.map((operation) => [operation.name, operation] as const))(
		'%s',
		async (_name, { parameters, line }) => {
			const { port } = evil;
			const values = [
				`//127.0.0.1:${port}`,
				`//127.0.0.1:${port}/x`,
				`@127.0.0.1:${port}`,
				`:80@127.0.0.1:${port}/`,
				`http://127.0.0.1:${port}/`,
				`\\\\127.0.0.1:${port}`,
				`/\\127.0.0.1:${port}`,
				`..//127.0.0.1:${port}`,
				`../../../../127.0.0.1:${port}`,
				`.127.0.0.1:${port}`,
				`a\r\nHost: 127.0.0.1:${port}`,
				`a\r\nX-Injected: 1\r\n\r\nGET /evil HTTP/1.1`,
				`%0d%0aX-Injected:%201`,
			];
			await send(withValue(parameters) as INodeParameters, values);
			expect(evil.connections()).toBe(0);
			const [method, path = ''] = line.split(' ');
			const [, area] = path.split('/');
			for (const request of service.requests) {
				expect(request.headers.host).toBe(`127.0.0.1:${service.port}`);
				expect(request.headers).not.toHaveProperty('x-injected');
				expect(withoutQuery(request.line)).toMatch(new RegExp(`^${method} /${area}(/|$)`));
				expect(request.line).not.toMatch(/[\r\n]/);
			}
		},
	);
});

describe('keys that would change a prototype go out as they were typed', () => {
	const launches = () => service.requests.flatMap(({ body }) => (body === '' ? [] : [body]));

	it('in the metadata of a task', async () => {
		await send(
			parametersOf('workflow.initiate', {
				workflowId: byId('wf_1'),
				specifyVariables: 'json',
				additionalFields: { metadata: { entry: [{ name: '__proto__', value: 'x' }] } },
			}),
			['a'],
		);
		expect(launches()).toEqual(['{"variables":[],"metadata":{"__proto__":"x"}}']);
	});

	it('in the value of a filter, or nothing is sent', async () => {
		const filter = `[{"type":"field","field_id":1,"operator":"eq","value":"a","__proto__":{"x":1}}]`;
		const { output } = await send(
			parametersOf('document.search', { options: { filtersJson: filter } }),
			['a'],
		);
		const [request] = service.requests;
		if (request) expect(request.body).toContain(filter);
		else expect(errorOf(output[0])?.description).toMatch(/^Nothing was sent/);
	});

	it('and nothing in this process has them', () => {
		for (const name of ['x', 'y', 'z']) expect(Object.hasOwn(Object.prototype, name)).toBe(false);
	});
});
