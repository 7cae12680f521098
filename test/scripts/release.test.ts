import { expect, it } from '@jest/globals';
import { releaseNotes } from '../../tools/scripts/release/notes';

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
