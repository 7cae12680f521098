import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { z } from 'zod';
import root from '../../../package.json';
import { description, name } from '../../sandbox/package.json';
import { packPackage } from '../n8n/installation/pack';
import { projectFolder } from '../n8n/places';
import { notices } from '../release/notices';

/** A package whose files the code reads. It is included in the tarball. */
const wholePackage = 'node-sqlite3-wasm';

/**
 * The path of the bundle: the code finds its files relative to `tools/sandbox/web`, as in this checkout.
 */
const bundleFile = 'tools/sandbox/web/main.js';

const packed = ['tools', 'THIRD-PARTY-NOTICES.md'];

/** What is packed unchanged. */
const files = ['tools/sandbox/web/assets', 'tools/sandbox/web/templates', 'LICENSE.md'];

const wholeManifest = z.object({
	name: z.string(),
	version: z.string(),
	license: z.string(),
	main: z.string().optional(),
});

const writeJson = async (value: object, ...place: string[]): Promise<void> =>
	await writeFile(path.join(...place), `${JSON.stringify(value, null, '\t')}\n`);

/** Copies the package to where the code finds it, and returns its version. */
const addWhole = async (into: string): Promise<string> => {
	const [from, to] = [projectFolder, into].map((folder) =>
		path.join(folder, 'node_modules', wholePackage),
	) as [string, string];
	for (const part of ['dist', 'LICENSE']) {
		await cp(path.join(from, part), path.join(to, part), { recursive: true });
	}
	const manifest = await readFile(path.join(from, 'package.json'), 'utf8');
	// Without its dependencies, which none of these files needs.
	const own = wholeManifest.parse(JSON.parse(manifest));
	await writeJson(own, to, 'package.json');
	return own.version;
};

const addManifest = async (into: string): Promise<void> => {
	const { version, license, author, homepage, bugs, repository, publishConfig, engines } = root;
	const shared = { version, license, author, homepage, bugs, repository, publishConfig, engines };
	const dependencies = { [wholePackage]: await addWhole(into) };
	const bundled = { dependencies, bundleDependencies: [wholePackage] };
	const own = { name, description, bin: bundleFile, files: packed, ...shared, ...bundled };
	await writeJson(own, into, 'package.json');
};

const addBundle = async (into: string): Promise<void> => {
	const { metafile } = await build({
		absWorkingDir: projectFolder,
		stdin: {
			contents: `require('./commandLine').runSandbox('npx ${name}');`,
			resolveDir: path.join(projectFolder, 'tools', 'sandbox'),
		},
		outfile: path.join(into, bundleFile),
		banner: { js: '#!/usr/bin/env node' },
		bundle: true,
		minify: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: [wholePackage],
		metafile: true,
	});
	await writeFile(path.join(into, 'THIRD-PARTY-NOTICES.md'), await notices(metafile));
};

/**
 * Builds and packs the sandbox as a separate package, as it is published.
 * @param into the folder for the tarball; created if missing
 * @returns its name, and the path of the tarball
 */
export const packSandbox = async (into: string, signal?: AbortSignal) => {
	const stage = await mkdtemp(path.join(tmpdir(), 'contract-workflow-sandbox-'));
	try {
		for (const file of files) {
			await cp(path.join(projectFolder, file), path.join(stage, file), { recursive: true });
		}
		await addManifest(stage);
		await addBundle(stage);
		const readme = await readFile(path.join(__dirname, 'README.md'), 'utf8');
		// Links in a package's README are relative to the root of the repository.
		await writeFile(path.join(stage, 'README.md'), readme.replaceAll('](../../../', ']('));
		return { name, tarball: await packPackage(stage, into, signal) };
	} finally {
		await rm(stage, { recursive: true, force: true });
	}
};
