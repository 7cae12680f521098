import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { EndpointName } from '../../src/contract';

/** A request as the examples write it down. */
export interface ExampleRequest {
	readonly params?: Readonly<Record<string, unknown>>;
	readonly query?: Readonly<Record<string, unknown>>;
	readonly body?: unknown;
}

/** The examples of one endpoint, written by hand from the API text. */
export interface ExampleFile {
	readonly endpoint: EndpointName;
	/** The resource of the node, which is the name of its folder. */
	readonly resource: string;
	readonly examples: ReadonlyArray<{
		readonly title: string;
		readonly request: ExampleRequest;
		readonly response: unknown;
	}>;
	readonly invalid: ReadonlyArray<{
		readonly title: string;
		readonly request: ExampleRequest;
		readonly field: string;
	}>;
}

/** An error body, written by hand from the API text. */
export interface ExampleError {
	readonly title: string;
	readonly status: number;
	readonly body: { readonly detail: unknown };
}

const folder = path.join(__dirname, '..', 'examples');

const read = (...names: string[]): unknown =>
	JSON.parse(readFileSync(path.join(folder, ...names), 'utf8'));

/** The examples of every endpoint. */
export const exampleFiles = readdirSync(folder, { withFileTypes: true })
	.filter((one) => one.isDirectory())
	.flatMap(({ name: resource }) =>
		readdirSync(path.join(folder, resource)).map(
			(name): ExampleFile => ({ ...(read(resource, name) as ExampleFile), resource }),
		),
	);

/** Every error body. */
export const exampleErrors = read('errors.json') as readonly ExampleError[];
