import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { run } from '../../tools/scripts/n8n/installation/command';

const project = path.join(__dirname, '..', '..');

/** Variables of whoever runs the tests that would change what a publisher sees. */
const foreign = /^(npm_|GIT_|GITHUB_|ACTIONS_|CONTRACT_WORKFLOW_|JEST_|NODE_ENV$|NODE_OPTIONS$)/;

const author = { name: 'A Publisher', email: 'publisher@nodes.test' };
const address = 'git+https://code.test/publisher/the-nodes.git';

/** Somebody who publishes this package, on a machine of their own. */
export interface Publisher {
	/** A folder with nothing in it but what is below. */
	readonly folder: string;
	/** Their clone of what is committed here. */
	readonly clone: string;
	readonly env: NodeJS.ProcessEnv;
	/** Runs a command of the shell in the clone, and gives what it printed. */
	shell(command: string): Promise<string>;
	/** The version of the clone. */
	version(): Promise<string>;
	/** Enters what CONTRIBUTING.md asks for before the first release, in package.json, and no more. */
	fillIn(): Promise<void>;
	/** Gives the changelog a section of a new version. */
	describe(version: string): Promise<void>;
	/** Puts a command on the PATH: a script of the shell. */
	provide(name: string, script: string): Promise<void>;
	remove(): Promise<void>;
}

const manifest = z.object({ version: z.string() }).passthrough();

/** The environment of a fresh account: no settings of git or npm, and the tools of the clone first. */
const environment = (bin: string, clone: string): NodeJS.ProcessEnv => ({
	...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
	PATH: [bin, path.join(clone, 'node_modules', '.bin'), process.env.PATH].join(path.delimiter),
	GIT_CONFIG_GLOBAL: '/dev/null',
	GIT_AUTHOR_NAME: author.name,
	GIT_AUTHOR_EMAIL: author.email,
	GIT_COMMITTER_NAME: author.name,
	GIT_COMMITTER_EMAIL: author.email,
	// The checkout may be of another user, as in a container.
	GIT_CONFIG_COUNT: '1',
	GIT_CONFIG_KEY_0: 'safe.directory',
	GIT_CONFIG_VALUE_0: '*',
});

/** Clones this repository, with the packages that `npm ci` gave to it: links to them, or copies. */
export const createPublisher = async (): Promise<Publisher> => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-publisher-'));
	const clone = path.join(folder, 'clone');
	const bin = path.join(folder, 'bin');
	await mkdir(bin);
	const env = environment(bin, clone);
	await run('git', ['clone', '--quiet', project, clone], { cwd: folder, env });
	const packages = `'${path.join(project, 'node_modules')}' node_modules`;
	const shell = async (command: string) =>
		await run('bash', ['-eo', 'pipefail', '-c', command], { cwd: clone, env });
	await shell(`cp -al ${packages} || { rm -rf node_modules; cp -a ${packages}; }`);
	const file = path.join(clone, 'package.json');
	const read = async () => manifest.parse(JSON.parse(await readFile(file, 'utf8')));
	return {
		folder,
		clone,
		env,
		shell,
		version: async () => (await read()).version,
		async fillIn() {
			const repository = { type: 'git', url: address };
			const entered = { ...(await read()), author, repository };
			await writeFile(file, `${JSON.stringify(entered, null, '\t')}\n`);
		},
		async describe(version) {
			const place = path.join(clone, 'CHANGELOG.md');
			const text = await readFile(place, 'utf8');
			await writeFile(place, text.replace(/^## /m, `## ${version}\n\n- A rehearsal.\n\n## `));
		},
		async provide(name, script) {
			await writeFile(path.join(bin, name), `#!/usr/bin/env bash\n${script}\n`);
			await chmod(path.join(bin, name), 0o755);
		},
		remove: async () => await rm(folder, { recursive: true, force: true }),
	};
};
