import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { groups } from '../../tools/scripts/mutation/groups';
import {
	chosenVersion,
	defaultVersion,
	isSince,
	n8nVersions,
	versionVariable,
} from '../../tools/scripts/n8n/installation/versions';
import { releaseNotes } from '../../tools/scripts/release/notes';
import { readWorkflow } from '../support/githubWorkflow';

const project = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8');
const [ci, publish] = [readWorkflow('ci.yml'), readWorkflow('publish.yml')];

it('every action is pinned by its commit, and says which version that is', () => {
	const actions = `${ci.text}${publish.text}`.match(/(?<=uses: ).+$/gm) ?? [];
	expect(actions).not.toHaveLength(0);
	for (const action of actions)
		expect(action).toMatch(/^actions\/[a-z/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it('each job of a release may only do what it is there for', () => {
	expect(publish.text).toMatch(/^permissions: \{\}$/m);
	const permissions = [...publish.jobs].map(([name, job]) => {
		const [, lines = ''] = /^ {4}permissions:\n((?: {6}.*\n)+)/m.exec(job) ?? [];
		return [name, lines.match(/[a-z][\w-]+: \w+$/gm)];
	});
	expect(permissions).toEqual([
		['make', ['contents: read']],
		['publish', ['id-token: write']],
		['announce', ['contents: write']],
	]);
	expect(publish.text).not.toMatch(/secrets\./);
});

it('what is published was tested, and nothing runs beside npm where it is', () => {
	expect(publish.commandsOf('make')).toEqual([
		'npm ci',
		'npm run release -- "$GITHUB_REF_NAME"',
		'.ci/run --release',
		'npm run release -- "$GITHUB_REF_NAME"',
	]);
	expect(publish.jobs.get('publish')).toContain('    needs: make\n');
	const [command = '', ...more] = publish.commandsOf('publish');
	expect(more).toEqual([]);
	const started = [...command.matchAll(/\b(?:npm|npx|node|bash|sh|tsx) (\S+)/g)];
	expect(started.map(([, argument]) => argument)).toEqual(['view', 'publish']);
	expect(command).toContain('npm publish --provenance');
	expect(publish.jobs.get('announce')).toContain('    needs: publish\n');
});

it('the package asks for provenance itself, and is not published from this folder', () => {
	expect(JSON.parse(read('package.json'))).toMatchObject({
		publishConfig: { access: 'public', provenance: true },
		scripts: { prepublishOnly: 'npm run release' },
	});
});

it.each(['', 'tools/scripts', 'tools/sandbox'])(
	'an exact version in %s/package.json has its reason in dependabot.yml',
	(folder) => {
		type Versions = Record<string, string>;
		const { dependencies, devDependencies } = JSON.parse(
			read(path.join(folder, 'package.json')),
		) as { dependencies?: Versions; devDependencies?: Versions };
		const exact = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) =>
			/^\d/.test(version),
		);
		const reasons = read('.github/dependabot.yml').matchAll(/dependency-name: '?([^'\n]+)/g);
		expect([...reasons].map(([, name]) => name)).toEqual(
			expect.arrayContaining(exact.map(([name]) => name)),
		);
	},
);

it('CI tries the changes of every group each week', () => {
	expect(ci.text).toContain(`group: [${groups.map(({ name }) => name).join(', ')}]`);
});

it.each(groups)('the group $name has code and tests', ({ code, tests }) => {
	const patterns = [...code, ...tests].filter((one) => !one.startsWith('!'));
	expect(patterns.filter((one) => globSync(one, { cwd: project }).length === 0)).toEqual([]);
});

interface Lock {
	readonly packages: Record<string, { version?: string; resolved?: string; dependencies?: object }>;
}

it.each(n8nVersions)('n8n %s has a lock without a registry, CI runs it, README names it', (n8n) => {
	const { packages } = JSON.parse(read(`tools/scripts/n8n-host/${n8n}/package-lock.json`)) as Lock;
	expect(packages['']?.dependencies).toEqual({ n8n });
	expect(packages['node_modules/n8n']?.version).toBe(n8n);
	expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
	for (const text of [ci.text, read('README.md')]) expect(text).toContain(n8n);
});

it('the environment chooses an n8n that has a lock; without it, that is the default', () => {
	delete process.env[versionVariable];
	expect(chosenVersion()).toBe(defaultVersion);
	process.env[versionVariable] = '1.123.81';
	expect(chosenVersion()).toBe('1.123.81');
	expect([isSince('1.123.81'), isSince('2.30.8')]).toEqual([true, false]);
	process.env[versionVariable] = '2.40.8';
	expect(chosenVersion).toThrow(/^CONTRACT_WORKFLOW_N8N_VERSION is 2\.40\.8: set it to one of 1\./);
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
