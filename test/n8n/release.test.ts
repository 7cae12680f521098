import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { run } from '../../tools/scripts/n8n/installation/command';
import { sendJson, serverPool } from '../support/answeringServer';
import { certificate, key } from '../support/certificates';
import type { ForwardProxy } from '../support/forwardProxy';
import { startProxy } from '../support/forwardProxy';
import { readWorkflow } from '../support/githubWorkflow';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { packageType } from './published';

/*
 * A whole release, as a publisher makes one by CONTRIBUTING.md, up to an n8n that installs it. The
 * tests build on each other, in their order.
 */

const project = path.join(__dirname, '..', '..');
const name = 'n8n-nodes-contract-workflow';
const sandboxName = 'contract-workflow-sandbox';

/** Variables of whoever runs the tests that would change what a publisher sees. */
const foreign = /^(npm_|GIT_|GITHUB_|ACTIONS_|CONTRACT_WORKFLOW_|JEST_|NODE_ENV$|NODE_OPTIONS$)/;

const author = { NAME: 'A Publisher', EMAIL: 'publisher@nodes.test' };

let folder: string;
let clone: string;
let env: NodeJS.ProcessEnv;
let version: string;
let host: OwnN8n | undefined;
let proxy: ForwardProxy | undefined;
const serve = serverPool();

const shell = async (command: string, cwd = clone, more: NodeJS.ProcessEnv = {}) =>
	await run('bash', ['-eo', 'pipefail', '-c', command], { cwd, env: { ...env, ...more } });

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-release-'));
	clone = path.join(folder, 'clone');
	const bin = path.join(folder, 'bin');
	env = {
		...Object.fromEntries(Object.entries(process.env).filter(([one]) => !foreign.test(one))),
		PATH: [bin, path.join(clone, 'node_modules', '.bin'), process.env.PATH].join(path.delimiter),
		GIT_CONFIG_GLOBAL: '/dev/null',
		GIT_AUTHOR_NAME: author.NAME,
		GIT_AUTHOR_EMAIL: author.EMAIL,
		GIT_COMMITTER_NAME: author.NAME,
		GIT_COMMITTER_EMAIL: author.EMAIL,
		// The checkout may be of another user, as in a container.
		GIT_CONFIG_COUNT: '1',
		GIT_CONFIG_KEY_0: 'safe.directory',
		GIT_CONFIG_VALUE_0: '*',
	};
	await mkdir(bin);
	await writeFile(path.join(bin, 'gh'), '#!/usr/bin/env bash\nprintf "%s\\n" "$@" >calls\n');
	await chmod(path.join(bin, 'gh'), 0o755);
	await run('git', ['clone', '--quiet', project, clone], { cwd: folder, env });
	const packages = `'${path.join(project, 'node_modules')}' node_modules`;
	await shell(`cp -al ${packages} || { rm -rf node_modules; cp -a ${packages}; }`);
});
afterAll(async () => {
	await host?.remove();
	await proxy?.stop();
	await rm(folder, { recursive: true, force: true });
});

const manifest = z.object({ version: z.string() }).passthrough();

it('takes its version from npm', async () => {
	const file = path.join(clone, 'package.json');
	const read = async () => manifest.parse(JSON.parse(await readFile(file, 'utf8')));
	const pages = await readFile(path.join(clone, 'CONTRIBUTING.md'), 'utf8');
	const [, command = ''] = /```bash\n(.*?)```/s.exec(pages) ?? [];
	const entered = command
		.replace('github.com/OWNER/NAME', 'code.test/publisher/the-nodes')
		.replace('you@company.com', author.EMAIL);
	await shell(entered);
	await shell('git commit -qam "Enter the address"');
	const [major, minor] = (await read()).version.split('.');
	version = `${major}.${Number(minor) + 1}.0`;
	const changelog = path.join(clone, 'CHANGELOG.md');
	const text = await readFile(changelog, 'utf8');
	await writeFile(changelog, text.replace(/^## /m, `## ${version}\n\n- A rehearsal.\n\n## `));
	await shell('git commit -qam "Describe the version" && npm version minor');
	expect((await read()).version).toBe(version);
	expect(await shell('git tag --points-at HEAD')).toBe(`v${version}\n`);
	expect(await shell('git status --porcelain')).toBe('');
});

/** Runs the commands of a job of the workflow, but those that are named. */
const runJob = async (job: string, cwd: string, passedOver: readonly string[] = []) => {
	const commands = readWorkflow('publish.yml').commandsOf(job);
	expect(commands).toEqual(expect.arrayContaining([...passedOver]));
	// Of this account npm reads nothing, and publishes nothing.
	const more = { GITHUB_REF_NAME: `v${version}`, npm_config_dry_run: 'true' };
	for (const command of commands.filter((one) => !passedOver.includes(one)))
		await shell(command, cwd, more);
};

it('is made, published and announced by the commands of the workflow', async () => {
	// The clone has the packages of this checkout, and this test is a part of `.ci/run --release`.
	await runJob('make', clone, ['npm ci', '.ci/run --release']);
	const made = path.join(clone, 'release');
	for (const job of ['publish', 'announce']) {
		await cp(made, path.join(folder, job), { recursive: true });
		await runJob(job, path.join(folder, job));
	}
	const called = (await readFile(path.join(folder, 'announce', 'calls'), 'utf8')).split('\n');
	expect(called.slice(0, 3)).toEqual(['release', 'create', `v${version}`]);
	expect(called.filter((one) => one.startsWith('./')).sort()).toEqual([
		`./${sandboxName}-${version}.tgz`,
		`./${name}-${version}.tgz`,
		`./${name}.cdx.json`,
	]);
	const notes = await readFile(path.join(made, 'notes.md'), 'utf8');
	expect(notes).toContain('A rehearsal.');
});

const component = z.object({ name: z.string(), version: z.string().optional() });
const sbom = z.object({
	bomFormat: z.literal('CycloneDX'),
	metadata: z.object({ component }),
	components: z.array(component),
});

it('comes with a CycloneDX list of what is bundled', async () => {
	const list = await readFile(path.join(clone, 'release', `${name}.cdx.json`), 'utf8');
	const { metadata, components } = sbom.parse(JSON.parse(list));
	expect(metadata.component).toEqual({ name, version });
	const notices = path.join(clone, 'dist', 'THIRD-PARTY-NOTICES.md');
	const noticed = [...(await readFile(notices, 'utf8')).matchAll(/^## (\S+) (\S+) \(/gm)];
	expect(noticed).not.toHaveLength(0);
	// One more stands for the list of files that the bundle is made from.
	const packaged = components.filter((one) => one.version !== undefined);
	expect(packaged.map((one) => [one.name, one.version])).toEqual(
		noticed.map(([, ...named]) => named),
	);
});

/**
 * Serves the tarball in the name of npm's registry, since n8n takes no other one without a licence:
 * behind a proxy, and with a certificate that n8n is told to trust. Gives the environment for it.
 */
const serveAsRegistry = async (tarball: string): Promise<NodeJS.ProcessEnv> => {
	const bytes = await readFile(tarball);
	const place = `/${name}/-/${name}-${version}.tgz`;
	const dist = {
		tarball: `https://registry.npmjs.org${place}`,
		integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
	};
	const packed = await shell(`tar -xOzf '${tarball}' package/package.json`);
	const document = { ...(JSON.parse(packed) as object), dist };
	const whole = { name, 'dist-tags': { latest: version }, versions: { [version]: document } };
	const { port } = await serve(
		(response, { line }) => {
			if (line === `GET ${place}`) response.end(bytes);
			else if (/\/(latest|\d[^/]*)$/.test(line)) sendJson(response, 200, document);
			else if (line.startsWith(`GET /${name}`)) sendJson(response, 200, whole);
			else sendJson(response, 404, {});
		},
		{ secure: { key, cert: certificate } },
	);
	proxy = await startProxy({ tunnelTo: port });
	const trusted = path.join(folder, 'certificate.pem');
	await writeFile(trusted, certificate);
	return {
		HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
		NO_PROXY: '127.0.0.1',
		NODE_EXTRA_CA_CERTS: trusted,
		npm_config_cache: path.join(folder, 'cache'),
	};
};

const installed = z.array(
	z.object({
		packageName: z.string(),
		installedVersion: z.string(),
		installedNodes: z.array(z.object({ type: z.string() })),
	}),
);

it('is installed by the entry of its notes in an n8n that takes no unverified packages', async () => {
	const made = path.join(clone, 'release');
	const [, entry = ''] = /```json\n(.+)\n```/.exec(
		await readFile(path.join(made, 'notes.md'), 'utf8'),
	) ?? ['', ''];
	const registry = await serveAsRegistry(path.join(made, `${name}-${version}.tgz`));
	host = await ownN8n({
		isBare: true,
		env: () => ({
			...registry,
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
			N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
			N8N_COMMUNITY_PACKAGES: `[${entry}]`,
		}),
	});
	const n8n = await host.start();
	const types = ['contractWorkflow', 'contractWorkflowPollingTrigger', 'contractWorkflowTrigger'];
	expect(await n8n.request('GET', '/community-packages', installed)).toMatchObject([
		{
			packageName: name,
			installedVersion: version,
			installedNodes: expect.arrayContaining(types.map((type) => ({ type: packageType(type) }))),
		},
	]);
});
