import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';
import type { Operation } from '../../../nodes/ContractWorkflow/operation';
import { resources } from '../../../nodes/ContractWorkflow/resources';
import type { Endpoint, Row } from '../../../src';
import { outputsOf } from './operationOutputs';

/*
 * Before a node has run, n8n shows a preview of its output from a file for each operation. These
 * files are made from sample responses, which are generated from the contract and processed by the
 * operation itself, with the defaults of its parameters.
 */

/** The part of JSON Schema that these files need. */
interface JsonSchema {
	readonly type?: string | readonly string[];
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
	readonly anyOf?: readonly JsonSchema[];
	readonly items?: JsonSchema;
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly additionalProperties?: boolean | JsonSchema;
}

/** Distinct values for texts, and for values of any type. */
interface Seed {
	readonly text: string;
	readonly anything: unknown;
}

const sampleObject = ({ properties, additionalProperties }: JsonSchema, seed: Seed) =>
	Object.fromEntries([
		...Object.entries(properties ?? {}).map(([name, schema]) => [name, sample(schema, seed)]),
		...(typeof additionalProperties === 'object'
			? [[seed.text, sample(additionalProperties, seed)]]
			: []),
	]) as Readonly<Record<string, unknown>>;

/**
 * A value that matches a schema: never null if it may be something else, and every list with one
 * entry.
 */
const sample = (schema: JsonSchema, seed: Seed): unknown => {
	const { type, anyOf, items = {} } = schema;
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return schema.enum[0];
	if (anyOf) return sample(anyOf.find((one) => one.type !== 'null') ?? {}, seed);
	switch ([type].flat().find((one) => one !== 'null')) {
		case 'string':
			return seed.text;
		case 'number':
		case 'integer':
			return 1;
		case 'boolean':
			return true;
		case 'array':
			return [sample(items, seed)];
		case 'object':
			return sampleObject(schema, seed);
		default:
			return seed.anything;
	}
};

const sampleOf = (schema: Endpoint['body'], seed: Seed): unknown =>
	schema &&
	sample(zodToJsonSchema(schema as z.ZodType, { $refStrategy: 'none' }) as JsonSchema, seed);

/** The output of an operation, with its default parameters, for responses generated from a seed. */
const outputsFrom = async (operation: Operation, seed: Seed): Promise<readonly object[]> => {
	const { endpoint } = operation;
	return await outputsOf(operation, {
		input: {
			get params() {
				return sampleOf(endpoint.params, seed);
			},
			get body() {
				return sampleOf(endpoint.body, seed);
			},
		},
		response: sampleOf(endpoint.response, seed) as Row,
		answerOf: (asked) => sampleOf(asked.response, seed),
	});
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The schema of two samples of one value. Differences are left open: the keys of a map, and values
 * that may be anything.
 */
const schemaOf = (one: unknown, other: unknown): JsonSchema => {
	if (isRecord(one) && isRecord(other)) {
		const names = Object.keys(one).filter((name) => name in other);
		const properties = names.map((name) => [name, schemaOf(one[name], other[name])] as const);
		return {
			type: 'object',
			...(names.length > 0 && { properties: Object.fromEntries(properties) }),
		};
	}
	if (Array.isArray(one) && Array.isArray(other)) {
		return { type: 'array', items: schemaOf(one[0], other[0]) };
	}
	return one !== null && typeof one === typeof other ? { type: typeof one } : {};
};

const seeds = [
	{ text: 'one', anything: 'one' },
	{ text: 'other', anything: 2 },
] as const;

/** Where n8n reads the previews of version 1 of the node. */
export const previewFolder = path.join('nodes', 'ContractWorkflow', '__schema__', 'v1.0.0');

/** A preview, and its place below the folder. */
export interface Preview {
	readonly file: string;
	readonly text: string;
}

const previewOf = async (resource: string, operation: Operation): Promise<Preview> => {
	const [one, other] = await Promise.all(
		seeds.map(async (seed) => (await outputsFrom(operation, seed))[0]),
	);
	const schema = { ...schemaOf(one, other), version: 1 };
	return {
		file: path.join(resource, `${operation.value}.json`),
		text: `${JSON.stringify(schema, null, '\t')}\n`,
	};
};

/** The previews of all operations. */
export const outputPreviews = async (): Promise<Preview[]> =>
	await Promise.all(
		resources.flatMap(({ value, operations }) =>
			operations.map(async (operation) => await previewOf(value, operation)),
		),
	);

/** Writes the previews of all operations again, and removes any other. */
export const writeOutputPreviews = async (project: string): Promise<void> => {
	const folder = path.join(project, previewFolder);
	await rm(folder, { recursive: true, force: true });
	for (const { file, text } of await outputPreviews()) {
		await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
		await writeFile(path.join(folder, file), text);
	}
};
