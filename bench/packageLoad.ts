import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/*
 * A separate process that loads a package as n8n does: first its nodes and credentials from the
 * folder, with n8n's own libraries already loaded, then their code, as the first node that runs
 * does. Prints the cost of each.
 */

const [packageFolder = '', n8nBin = ''] = process.argv.slice(2);
const fromN8n = createRequire(n8nBin);
const load = createRequire(path.join(packageFolder, 'package.json'));
const megabyte = 1024 * 1024;

interface Manifest {
	readonly n8n: { readonly nodes: string[]; readonly credentials: string[] };
}

const { n8n } = JSON.parse(
	readFileSync(path.join(packageFolder, 'package.json'), 'utf8'),
) as Manifest;

const memory = (): number => {
	globalThis.gc?.();
	return process.memoryUsage.rss();
};

/** The cost of a call, in milliseconds and megabytes. */
const taken = (work: () => void) => {
	const before = memory();
	const begun = performance.now();
	work();
	const milliseconds = performance.now() - begun;
	return { milliseconds, megabytes: (memory() - before) / megabyte };
};

fromN8n('n8n-workflow');
fromN8n('n8n-core');
const kept: object[] = [];
const types = taken(() => {
	for (const file of [...n8n.nodes, ...n8n.credentials]) {
		const className = path.basename(file).split('.')[0] ?? '';
		const exported = load(`./${file}`) as Record<string, new () => object>;
		const Type = exported[className];
		if (!Type) throw new Error(`${file} exports no ${className}`);
		kept.push(new Type());
	}
});
const code = taken(() => {
	load('./dist/index.js');
});
process.stdout.write(JSON.stringify({ types, code }));
