import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npm, withProjectNode } from '../n8n/installation/npm';
import { cacheFolder, nodeBinary, projectFolder } from '../n8n/places';
import { runScript } from '../script';

/**
 * n8n's tool for community packages. It includes an SDK of 600 MB, so it is not a devDependency.
 */
const tool = '@n8n/node-cli';
const version = '0.48.3';

/**
 * The folders of a package created with the tool. Everything else here is not part of the package.
 */
const linted = ['credentials', 'icons', 'nodes', 'package.json', 'src', 'tsconfig.json'];

/** The lint configuration that the tool creates in a new package. */
const configuration = `import { config } from '${tool}/eslint';\n\nexport default config;\n`;

/** Installs the tool once for every checkout of this user, and returns its folder. */
const provideTool = async (signal: AbortSignal): Promise<string> => {
	const folder = path.join(cacheFolder, `node-cli-${version}`);
	const noted = path.join(folder, 'is-whole');
	if (existsSync(noted)) return folder;
	await mkdir(folder, { recursive: true });
	const settings = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
	await npm(['install', ...settings, `${tool}@${version}`], { cwd: folder, signal });
	await writeFile(noted, '');
	return folder;
};

/**
 * Runs `n8n-node lint` on a copy of the package's source code, set up like a package of the tool.
 */
const lint = async (signal: AbortSignal): Promise<void> => {
	const tools = await provideTool(signal);
	const stage = await mkdtemp(path.join(tools, 'lint-'));
	try {
		for (const name of linted) {
			await cp(path.join(projectFolder, name), path.join(stage, name), { recursive: true });
		}
		await symlink(path.join(projectFolder, 'node_modules'), path.join(stage, 'node_modules'));
		await writeFile(path.join(stage, 'eslint.config.mjs'), configuration);
		const bin = path.join(tools, 'node_modules', tool, 'bin', 'n8n-node.mjs');
		const settings = { cwd: stage, env: withProjectNode(), signal };
		const child = spawn(nodeBinary, [bin, 'lint'], { ...settings, stdio: 'inherit' });
		const [code] = (await once(child, 'exit')) as [number | null];
		process.exitCode = code ?? 1;
	} finally {
		await rm(stage, { recursive: true, force: true });
	}
};

void runScript(lint);
