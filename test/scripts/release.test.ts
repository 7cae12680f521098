import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { releaseNotes } from '../../tools/scripts/release/notes';
import { placeholdersIn } from '../../tools/scripts/release/placeholders';

const project = path.join(__dirname, '..', '..');

const own = 'n8n-nodes-contract-workflow.example';

describe("a host that stands for the publisher's own", () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-placeholders-'));
		await mkdir(path.join(folder, 'dist'));
	});
	afterEach(() => rm(folder, { recursive: true }));

	it.each([
		['in an address', `"https://git.${own}/x"`, `git.${own}`],
		['in an email', `a <b@${own}>`, own],
		['with a port, twice', `http://${own}:80 http://${own}:80/`, own],
		['at the end of a sentence', `See https://${own}.`, own],
	])('is found %s', async (_name, text, host) => {
		await writeFile(path.join(folder, 'dist', 'index.js'), text);
		expect(await placeholdersIn(folder)).toEqual([`dist/index.js: ${host}`]);
	});

	it.each([
		'https://api.example.com/x',
		'https://tasks.example/',
		own,
		`https://${own}.org`,
		`https://${own}s/`,
	])('is not %s', async (text) => {
		await writeFile(path.join(folder, 'README.md'), text);
		expect(await placeholdersIn(folder)).toEqual([]);
	});
});

describe('the notes of a release', () => {
	const changelog =
		'# Changelog\n\nText.\n\n## 1.1.0\n\n- New\n- Newer\n\n## 1.0.0 (2026-01-01)\n\nFirst.\n\n## 0.9.0\n\n## 0.8.0\n\nOld.\n';
	it.each([
		['1.1.0', '- New\n- Newer\n'],
		['1.0.0', 'First.\n'],
		['0.8.0', 'Old.\n'],
	])('of %s are its part of the changelog', (version, notes) => {
		expect(releaseNotes(changelog, version)).toBe(notes);
	});

	it.each(['1.1', '0.9.0', '2.0.0'])('of %s are missing', (version) => {
		expect(() => releaseNotes(changelog, version)).toThrow(
			`CHANGELOG.md says nothing of version ${version}.`,
		);
	});

	it('of the present version are there', async () => {
		const { version } = JSON.parse(await readFile(path.join(project, 'package.json'), 'utf8')) as {
			version: string;
		};
		const text = await readFile(path.join(project, 'CHANGELOG.md'), 'utf8');
		expect(() => releaseNotes(text, version)).not.toThrow();
	});
});
