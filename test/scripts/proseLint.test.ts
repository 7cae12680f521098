import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const project = path.join(__dirname, '..', '..');
const remark = path.join(project, 'node_modules', 'remark-cli', 'cli.js');
const settings = path.join(project, 'tools', 'scripts', 'lint', 'remark.mjs');

/** What `npm run lint` says of a page. */
const findings = (page: string): string =>
	spawnSync(
		process.execPath,
		[remark, '--rc-path', settings, '--frail', '--no-stdout', '--no-color'],
		{
			cwd: project,
			input: page,
			encoding: 'utf8',
		},
	).stderr;

const words = (count: number): string => Array<string>(count).fill('word').join(', ');
const sentence = (count: number): string => `${words(count)}.`;

it('prose is held to plain English', () => {
	const page = [
		sentence(26),
		Array(9).fill(sentence(9)).join(' '),
		`| a |\n|---|\n| ${words(31)} |`,
		'It comes out. A Web hook. It is is so.',
		Array(20).fill(sentence(20)).join('\n\n'),
	].join('\n\n');
	const found = findings(page);
	expect(found).toMatch(/A sentence \(“word.+…”\) of 26 words: at most 25/);
	expect(found).toMatch(/A sentence, on average, of 1\d.\d words: at most 15/);
	expect(found).toMatch(/A paragraph of 81 words: at most 80/);
	expect(found).toMatch(/A table cell of 31 words: at most 30/);
	expect(found).toMatch(/“comes out”: is returned/);
	expect(found).toMatch(/“Web hook”: webhook/);
	expect(found).toMatch(/repeated `is`/);
});

it('a sentence can begin with n8n, and code is not read', () => {
	const page = `${sentence(14)} n8n ${sentence(14)} \`comes out\`.`;
	expect(findings(page)).toMatch(/no issues found/);
});
