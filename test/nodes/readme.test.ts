import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { withOperationsTable } from '../../scripts/readme';

const project = path.join(__dirname, '..', '..');
const readme = readFileSync(path.join(project, 'README.md'), 'utf8');

it('shows the operations that the node has', () => {
	expect(withOperationsTable(readme)).toBe(readme);
});

it('links to files that exist', () => {
	const links = [...readme.matchAll(/\]\(((?!https?:|#)[^)]+)\)/g)].map(([, link]) => link ?? '');
	expect(links).not.toHaveLength(0);
	for (const link of links) expect(() => readFileSync(path.join(project, link))).not.toThrow();
});
