import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { operations, withoutQuery } from '../support/operations.table';
import type { FaultServer } from './faultServer';
import { faultServers, json } from './faultServer';
import { goesOn, runAt, withFile } from './items';

const serve = faultServers();
let service: FaultServer;
beforeEach(async () => {
	service = await serve((_index, request) => ({
		atBody: json(200, operations.find(({ line }) => line === request?.line)?.answer ?? {}),
	}));
});

const send = async (parameters: INodeParameters, values: readonly NodeParameterValueType[]) =>
	await runAt(service.url, parameters, {
		items: values.map((value) => ({ ...withFile, json: { value } })),
		...goesOn,
	});

/** Names whose values the panel gives a fixed set of. */
const fixed = new Set(['credentialType', 'resource', 'operation', 'mode', 'dataType']);

/** The parameters with an expression in place of every text that a builder may write. */
const withValue = (given: NodeParameterValueType, name = ''): NodeParameterValueType => {
	if (typeof given === 'string') return fixed.has(name) ? given : '={{ $json.value }}';
	if (Array.isArray(given)) {
		return given.map((entry) => withValue(entry as NodeParameterValueType)) as INodeParameters[];
	}
	if (typeof given !== 'object' || given === null) return given;
	const entries = Object.entries(given).map(([key, entry]) => [
		key,
		withValue(entry as NodeParameterValueType, key),
	]);
	return Object.fromEntries(entries) as INodeParameters;
};

describe('no value changes where a request goes', () => {
	it.each(operations.map((operation) => [operation.name, operation] as const))(
		'%s',
		async (_name, { parameters, line }) => {
			const evil = await serve(() => ({ atBody: json(200, {}) }));
			const host = `127.0.0.1:${evil.port}`;
			const values = [
				...[`//${host}`, `//${host}/x`, `@${host}`, `:80@${host}/`, `http://${host}/`],
				...[`\\\\${host}`, `/\\${host}`, `..//${host}`, `../../../../${host}`, `.${host}`],
				...[`a\r\nHost: ${host}`, `a\r\nX-Injected: 1\r\n\r\nGET /evil HTTP/1.1`],
				...['%0d%0aX-Injected:%201', '．．', '%2e%2e', '%zz', '\ud800', '/', '?', '#', ';', '\\'],
			];
			await send(withValue(parameters) as INodeParameters, values);
			expect(evil.connections()).toBe(0);
			const [method, path = ''] = line.split(' ');
			const [, area] = path.split('/');
			for (const request of service.requests) {
				expect(request.headers.host).toBe(`127.0.0.1:${service.port}`);
				expect(request.headers).not.toHaveProperty('x-injected');
				const sent = withoutQuery(request.line);
				expect(sent).toMatch(new RegExp(`^${method} /${area}(/|$)`));
				expect(sent.split('/')).toHaveLength(line.split('/').length);
				expect(request.line).not.toMatch(/[\r\n]/);
			}
		},
	);
});

const shapes = [null, '', [], {}, [''], [{}], { a: 1 }, true, 0.5, 1e21, ['a', 1], '[{}]', 'a'];

it.each(operations.map((operation) => [operation.name, operation] as const))(
	'%s sends no text in place of a value of another shape',
	async (_name, { parameters, oneItem }) => {
		for (const group of oneItem ? shapes.map((shape) => [shape]) : [shapes]) {
			await send(withValue(parameters) as INodeParameters, group);
		}
		for (const { body, line: sent } of service.requests) {
			expect(`${sent} ${body}`).not.toMatch(/\[object|object%20|undefined|NaN/);
		}
	},
);
