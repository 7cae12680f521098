import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { releaseNotes } from '../../tools/scripts/release/notes';
import { placeholdersIn } from '../../tools/scripts/release/placeholders';

const own = 'n8n-nodes-contract-workflow.example';

it("hosts that stand for the publisher's own are found in all files, and no other ones", async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-placeholders-'));
	await mkdir(path.join(folder, 'dist'));
	const texts = {
		'dist/address': `"https://git.${own}/x"`,
		'dist/email': `a <b@${own}>`,
		port: `http://${own}:80 http://${own}:80/`,
		sentence: `See https://${own}.`,
		none: `https://api.example.com/x https://tasks.example/ ${own} https://${own}.org https://${own}s/`,
	};
	for (const [name, text] of Object.entries(texts)) await writeFile(path.join(folder, name), text);
	expect(await placeholdersIn(folder)).toEqual([
		`dist/address: git.${own}`,
		...['dist/email', 'port', 'sentence'].map((name) => `${name}: ${own}`),
	]);
	await rm(folder, { recursive: true });
});

const changelog =
	'# Changelog\n\nText.\n\n## 1.1.0\n\n- New\n- Newer\n\n## 1.0.0 (2026-01-01)\n\nFirst.\n\n## 0.9.0\n\n## 0.8.0\n\nOld.\n';

it.each([
	['1.1.0', '- New\n- Newer\n'],
	['1.0.0', 'First.\n'],
	['0.8.0', 'Old.\n'],
])('the notes of %s are its part of the changelog', (version, notes) => {
	expect(releaseNotes(changelog, version)).toBe(notes);
});

it.each(['1.1', '0.9.0', '2.0.0'])('a release of %s, without notes, is refused', (version) => {
	const message = `CHANGELOG.md says nothing of version ${version}.`;
	expect(() => releaseNotes(changelog, version)).toThrow(message);
});
