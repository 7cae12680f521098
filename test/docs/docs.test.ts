import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { pages, withParts } from '../../tools/scripts/docs';

const project = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8');

it.each(pages)('$file is as `npm run docs` writes it', async ({ file, parts }) => {
	const text = read(file);
	expect(withParts(file, text, await parts())).toBe(text);
});
