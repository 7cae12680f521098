import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const project = path.join(__dirname, '..', '..');
const workflow = readFileSync(path.join(project, '.github', 'workflows', 'publish.yml'), 'utf8');

/** The jobs of the workflow, each as its text, in their order. */
const jobs = Object.fromEntries(
	workflow
		.slice(workflow.indexOf('\njobs:\n') + '\njobs:\n'.length)
		.split(/^(?= {2}[a-z]+:$)/m)
		.map((text) => [/^ {2}([a-z]+):$/m.exec(text)?.[1] ?? '', text]),
);

const stepsOf = (job: string): string[] =>
	[...(jobs[job] ?? '').matchAll(/^ {6}- (?:run|uses): (.+)$/gm)].map(([, step = '']) => step);

const permissionsOf = (job: string): string[] =>
	[...(jobs[job] ?? '').matchAll(/^ {6}([a-z-]+: (?:read|write))$/gm)].map(([, one = '']) => one);

it('every action is pinned by its commit, and says which version that is', () => {
	const actions = [...workflow.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action);
	expect(actions).not.toHaveLength(0);
	for (const action of actions) {
		expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	}
});

it('each job may only do what it is there for', () => {
	expect(workflow).toMatch(/^permissions: \{\}$/m);
	expect(Object.keys(jobs)).toEqual(['make', 'publish', 'announce']);
	expect(permissionsOf('make')).toEqual(['contents: read']);
	expect(permissionsOf('publish')).toEqual(['id-token: write']);
	expect(permissionsOf('announce')).toEqual(['contents: write']);
	expect(workflow).not.toMatch(/secrets\./);
});

it('what is published was tested, and nothing runs beside npm where it is', () => {
	expect(stepsOf('make').filter((step) => !step.startsWith('actions/'))).toEqual([
		'npm ci',
		'npm run release -- "$GITHUB_REF_NAME"',
		'.ci/run',
		'npm run release -- "$GITHUB_REF_NAME"',
	]);
	expect(jobs.publish).toMatch(/^ {4}needs: make$/m);
	expect(stepsOf('publish').filter((step) => !step.startsWith('actions/'))).toEqual([
		'npm publish --provenance ./*.tgz',
	]);
	expect(jobs.announce).toMatch(/^ {4}needs: publish$/m);
});

it('the package asks for provenance itself, and is not published from this folder', () => {
	const manifest: unknown = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
	expect(manifest).toMatchObject({
		publishConfig: { access: 'public', provenance: true },
		scripts: { prepublishOnly: 'npm run release -- --folder' },
	});
});
