import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { readWorkflow, workflowText } from '../support/githubWorkflow';

const project = path.join(__dirname, '..', '..');
const { permissions, jobs } = readWorkflow('publish.yml');
const text = workflowText('publish.yml');

/** The commands of a job, without the actions around them. */
const commandsOf = (job: string): string[] =>
	(jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? []);

it.each(['ci.yml', 'publish.yml'])(
	'every action of %s is pinned by its commit, and says which version that is',
	(file) => {
		const actions = [...workflowText(file).matchAll(/uses: (.+)$/gm)].map(
			([, action = '']) => action,
		);
		expect(actions).not.toHaveLength(0);
		for (const action of actions) {
			expect(action).toMatch(/^actions\/[a-z/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		}
	},
);

it('each job may only do what it is there for', () => {
	expect(permissions).toEqual({});
	expect(Object.entries(jobs).map(([name, job]) => [name, job.permissions])).toEqual([
		['make', { contents: 'read' }],
		['publish', { 'id-token': 'write' }],
		['announce', { contents: 'write' }],
	]);
	expect(text).not.toMatch(/secrets\./);
});

it('what is published was tested, and nothing runs beside npm where it is', () => {
	expect(commandsOf('make')).toEqual([
		'npm ci',
		'npm run release -- "$GITHUB_REF_NAME"',
		'.ci/run --release',
		'npm run release -- "$GITHUB_REF_NAME"',
	]);
	expect(jobs.publish?.needs).toBe('make');
	const [publish = '', ...more] = commandsOf('publish');
	expect(more).toEqual([]);
	const started = [...publish.matchAll(/\b(?:npm|npx|node|bash|sh|tsx) (\S+)/g)];
	expect(started.map(([, command]) => command)).toEqual(['view', 'publish']);
	expect(publish).toContain('npm publish --provenance');
	expect(jobs.announce?.needs).toBe('publish');
});

it('CI runs all that `.ci/run --release` runs', () => {
	const steps = readFileSync(path.join(project, '.ci', 'run'), 'utf8');
	const run = [...steps.matchAll(/(?:npm run|jest_script) ([a-z][\w:]*)/g)];
	const scripts = new Set(run.map(([, script]) => script));
	expect(scripts).toContain('test:n8n');
	const ci = workflowText('ci.yml');
	for (const script of scripts) {
		expect(ci).toMatch(new RegExp(`- run: npm (?:run )?${script}(?: --.*)?$`, 'm'));
	}
});

it('the package asks for provenance itself, and is not published from this folder', () => {
	const manifest: unknown = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
	expect(manifest).toMatchObject({
		publishConfig: { access: 'public', provenance: true },
		scripts: { prepublishOnly: 'npm run release' },
	});
});
