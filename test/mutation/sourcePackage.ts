import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { n8n, name, version } from '../../package.json';
import { packedPackage } from '../support/packedPackage';

/*
 * Makes a package whose code is that of the sources, where the tests look for the packed one.
 * StrykerJS runs this in its copy of the project, once for all of its processes.
 */

mkdirSync(packedPackage, { recursive: true });
for (const part of ['nodes', 'credentials'])
	symlinkSync(path.resolve(part), path.join(packedPackage, part));

const inSource = (files: readonly string[]) =>
	files.map((file) => path.relative('dist', file).replace(/js$/, 'ts'));
const types = { nodes: inSource(n8n.nodes), credentials: inSource(n8n.credentials) };
writeFileSync(
	path.join(packedPackage, 'package.json'),
	JSON.stringify({ name, version, n8n: types }),
);
