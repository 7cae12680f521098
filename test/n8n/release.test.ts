import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { run } from '../../tools/scripts/n8n/installation/command';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { readWorkflow } from '../support/githubWorkflow';
import { runJob } from './jobRun';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import type { PackageRegistry } from './packageRegistry';
import { integrityOf, startPackageRegistry } from './packageRegistry';
import { packageType } from './published';
import type { Publisher } from './publisher';
import { createPublisher } from './publisher';

/*
 * A whole release, as a publisher makes one by CONTRIBUTING.md, up to an n8n that installs it. The
 * tests build on each other, in their order.
 */

const name = 'n8n-nodes-contract-workflow';
const sandboxName = 'contract-workflow-sandbox';

let publisher: Publisher;
let registry: PackageRegistry;
let host: OwnN8n;
/** The version that is released, and the tarball that was. */
let version: string;
let tarball: string;
/** How n8n is told to install it. */
let packages: object[] = [];

beforeAll(async () => {
	publisher = await createPublisher();
	registry = await startPackageRegistry();
	host = await ownN8n({
		isBare: true,
		env: () => ({
			...registry.environment,
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
			N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
			N8N_COMMUNITY_PACKAGES: JSON.stringify(packages),
		}),
	});
});
afterAll(async () => {
	await host?.remove();
	await registry?.stop();
	await publisher?.remove();
});

it('takes address and author from one place, and its version from npm', async () => {
	await publisher.fillIn();
	await publisher.shell('npm run docs && git commit -qam "Enter the address"');
	const [major, minor] = (await publisher.version()).split('.');
	version = `${major}.${Number(minor) + 1}.0`;
	await publisher.describe(version);
	await publisher.shell('git commit -qam "Describe the version"');
	await publisher.shell('npm version minor');
	expect(await publisher.version()).toBe(version);
	expect(await publisher.shell('git tag --points-at HEAD')).toBe(`v${version}\n`);
	expect(await publisher.shell('git status --porcelain')).toBe('');
});

it('passes lint where something changed, and what n8n scans', async () => {
	await publisher.shell(
		"git diff --name-only --diff-filter=d HEAD~3 -- . ':!*.md' | xargs prettier --check --ignore-unknown",
	);
	await publisher.shell('eslint package.json credentials && tsx tools/scripts/lint/scan.ts');
});

it('passes the tests that read the package, an address or a version', async () => {
	// All others give the same with each address and version; all tests would take too long here.
	const reading = 'package\\.json|packedPackage|repository\\(|release/';
	const found = await publisher.shell(
		`git grep -lE '${reading}' -- 'test/*.test.ts' | grep -vE '^test/(n8n|queue|faults)/'`,
	);
	const files = found.trim().split('\n');
	expect(files).toContain('test/nodes/description.test.ts');
	await publisher.shell(`jest ${files.join(' ')}`);
});

it('is published by the steps of the workflow', async () => {
	const { jobs } = readWorkflow('publish.yml');
	const { folder, clone } = publisher;
	const artifacts = join(folder, 'artifacts');
	const calls = join(folder, 'calls');
	await publisher.provide('gh', `printf '%s\\n' "$@" >'${calls}'`);
	const env = { ...publisher.env, GITHUB_REF_NAME: `v${version}` };
	const stepsOf = (job: string) => jobs[job]?.steps ?? [];
	const emptyFolder = async (job: string) => {
		const place = join(folder, job);
		await mkdir(place);
		return place;
	};

	await runJob(stepsOf('make'), {
		cwd: clone,
		env,
		artifacts,
		passedOver: new Map([
			['npm ci', 'the clone has the packages of this checkout'],
			['.ci/run --release', 'this test is a part of it'],
		]),
	});
	const made = await readdir(join(artifacts, 'release'));
	const tarballs = made.filter((file) => file.endsWith('.tgz'));
	expect(tarballs.sort()).toEqual([`${sandboxName}-${version}.tgz`, `${name}-${version}.tgz`]);
	tarball = join(artifacts, 'release', `${name}-${version}.tgz`);

	// Of this folder itself npm publishes nothing.
	await expect(publisher.shell('npm publish --dry-run')).rejects.toThrow(
		/README\.md leads to \d+ files that npm's page does not have/,
	);
	const publish = {
		cwd: await emptyFolder('publish'),
		env: { ...env, ...registry.environment, ...registry.trusted },
		artifacts,
	};
	const dryRun = { ...publish.env, npm_config_dry_run: 'true' };
	await runJob(stepsOf('publish'), { ...publish, env: dryRun });
	// Only a run of GitHub's can prove where a package comes from.
	const commandOf = (command: string) => command.replace('--provenance', '--provenance=false');
	await runJob(stepsOf('publish'), { ...publish, commandOf });
	// As somebody repeats it, where only one of the two had been published; npm takes no version twice.
	await runJob(stepsOf('publish'), { ...publish, commandOf });

	const announce = await emptyFolder('announce');
	await runJob(stepsOf('announce'), { cwd: announce, env, artifacts });
	const called = (await readFile(calls, 'utf8')).split('\n');
	expect(called.slice(0, 3)).toEqual(['release', 'create', `v${version}`]);
	expect(called.filter((one) => one.startsWith('./')).sort()).toEqual([
		`./${sandboxName}-${version}.tgz`,
		`./${name}-${version}.tgz`,
		`./${name}.cdx.json`,
	]);
	const notes = await readFile(join(announce, 'notes.md'), 'utf8');
	expect(notes).toContain('A rehearsal.');
	expect(notes).toContain(`npx ${sandboxName}@${version}`);
	const [, entry = ''] = /```json\n(.+)\n```/.exec(notes) ?? [];
	packages = [JSON.parse(entry) as object];
});

const component = z.object({ name: z.string(), version: z.string().optional() });
const sbom = z.object({
	bomFormat: z.literal('CycloneDX'),
	metadata: z.object({ component }),
	components: z.array(component),
});

it('comes with a CycloneDX list of what is bundled', async () => {
	const list = await readFile(join(publisher.folder, 'announce', `${name}.cdx.json`), 'utf8');
	const { metadata, components } = sbom.parse(JSON.parse(list));
	expect(metadata.component).toEqual({ name, version });
	const notices = join(publisher.clone, 'dist', 'THIRD-PARTY-NOTICES.md');
	const noticed = [...(await readFile(notices, 'utf8')).matchAll(/^## (\S+) (\S+) \(/gm)];
	expect(noticed).not.toHaveLength(0);
	// One more stands for the list of files that the bundle is made from.
	const packaged = components.filter((one) => one.version !== undefined);
	expect(packaged.map((one) => [one.name, one.version])).toEqual(
		noticed.map(([, ...named]) => named),
	);
});

it('comes with the sandbox, which npx runs', async () => {
	const empty = join(publisher.folder, 'empty');
	await mkdir(empty);
	const env = { ...publisher.env, ...registry.environment };
	const help = await run('npx', ['--yes', `${sandboxName}@${version}`, '--help'], {
		cwd: empty,
		env,
	});
	expect(help).toContain(sandboxName);
});

const installed = z.array(
	z.object({
		packageName: z.string(),
		installedVersion: z.string(),
		installedNodes: z.array(z.object({ type: z.string() })),
	}),
);

/** What Settings > Community nodes shows. */
const installedIn = async (n8n: N8n) => await n8n.request('GET', '/community-packages', installed);

it('is installed by the entry of its notes where unverified packages are off, and no other byte is', async () => {
	const bytes = await readFile(tarball);
	const genuine = integrityOf(bytes);
	expect(packages).toEqual([{ name, version, checksum: genuine }]);
	// The system in the head of a gzip file: what is in it stays the same.
	bytes[9] = (bytes[9] ?? 0) ^ 1;
	const changed = join(publisher.folder, 'changed.tgz');
	await cp(tarball, changed);
	await writeFile(changed, bytes);

	const log = async () => await readFile(join(host.folder, 'n8n.log'), 'utf8');
	/** What n8n's npm said; n8n does not say it. */
	const npmLogs = async () => {
		const logs = join(registry.environment.npm_config_cache ?? '', '_logs');
		const files = await readdir(logs);
		return (await Promise.all(files.map((file) => readFile(join(logs, file), 'utf8')))).join();
	};
	await registry.publish(changed);
	expect(await installedIn(await host.start())).toEqual([]);
	expect(await log()).toContain('Failed to verify package checksum');
	await host.stop();

	await registry.publish(changed, genuine);
	expect(await installedIn(await host.start())).toEqual([]);
	expect(await log()).toContain('Failed to execute npm command');
	expect(await npmLogs()).toContain('EINTEGRITY');
	await host.stop();

	await registry.publish(tarball);
	const types = ['contractWorkflow', 'contractWorkflowPollingTrigger', 'contractWorkflowTrigger'];
	expect(await installedIn(await host.start())).toMatchObject([
		{
			packageName: name,
			installedVersion: version,
			installedNodes: expect.arrayContaining(types.map((type) => ({ type: packageType(type) }))),
		},
	]);
});
