import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cyclonedxEsbuildPlugin } from '@cyclonedx/cyclonedx-esbuild';
import { build } from 'esbuild';
import { z } from 'zod';
import { packPackage } from '../n8n/installation/pack';
import { projectFolder } from '../n8n/places';
import { notices } from '../release/notices';

/** Packages whose files the code reads, by these files. They are included in the tarball. */
const wholePackages = {
	'node-sqlite3-wasm': ['dist'],
	'swagger-ui-dist': ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt'],
} as const;

/**
 * The path of the bundle: the code finds its files relative to `sandbox/web`, as in this checkout.
 */
const bundleFile = 'sandbox/web/main.js';

const packed = ['docs', 'sandbox', 'THIRD-PARTY-NOTICES.md'];

/** What is packed unchanged. */
const files = ['docs/openapi.json', 'sandbox/web/assets', 'sandbox/web/templates', 'LICENSE.md'];

const manifest = z.object({
	version: z.string(),
	license: z.string(),
	author: z.unknown(),
	homepage: z.unknown(),
	bugs: z.unknown(),
	repository: z.unknown(),
	publishConfig: z.unknown(),
	engines: z.unknown(),
});
const softwareList = z
	.object({
		metadata: z.object({ component: z.object({}).passthrough() }).passthrough(),
		components: z.array(z.object({}).passthrough()),
	})
	.passthrough();

interface Identity {
	readonly name: string;
	readonly version: string;
}

const named = z.object({ name: z.string(), description: z.string() });
const bundled = z.object({
	name: z.string(),
	version: z.string(),
	license: z.string(),
	main: z.string().optional(),
});

const readJson = async (...place: string[]): Promise<unknown> =>
	JSON.parse(await readFile(path.join(projectFolder, ...place), 'utf8'));

const writeJson = async (value: object, ...place: string[]): Promise<void> =>
	await writeFile(path.join(...place), `${JSON.stringify(value, null, '\t')}\n`);

/**
 * Copies the files of a package to where the code finds them, and returns the package's version.
 */
const addWhole = async (name: string, parts: readonly string[], into: string): Promise<string> => {
	const from = path.join('node_modules', name);
	for (const part of [...parts, 'LICENSE']) {
		await cp(path.join(projectFolder, from, part), path.join(into, from, part), {
			recursive: true,
		});
	}
	// Without its dependencies, which none of these files needs.
	const own = bundled.parse(await readJson(from, 'package.json'));
	await writeJson(own, into, from, 'package.json');
	return own.version;
};

type Versions = Readonly<Record<string, string>>;

const addManifest = async (dependencies: Versions, into: string): Promise<Identity> => {
	const { name, description } = named.parse(await readJson('sandbox', 'package.json'));
	const root = manifest.parse(await readJson('package.json'));
	const own = { name, description, bin: bundleFile, files: packed, ...root };
	await writeJson(
		{ ...own, dependencies, bundleDependencies: Object.keys(dependencies) },
		into,
		'package.json',
	);
	return { name, version: root.version };
};

/** Bundles the code into the package, and writes a CycloneDX list of what is bundled. */
const addBundle = async (into: string, parts: string): Promise<void> => {
	const { metafile } = await build({
		absWorkingDir: projectFolder,
		entryPoints: ['scripts/sandboxPackage/bin.ts'],
		outfile: path.join(into, bundleFile),
		banner: { js: '#!/usr/bin/env node' },
		bundle: true,
		minify: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: Object.keys(wholePackages),
		metafile: true,
		plugins: [cyclonedxEsbuildPlugin({ outputFile: parts, outputReproducible: true })],
	});
	await writeFile(path.join(into, 'THIRD-PARTY-NOTICES.md'), await notices(metafile));
};

/** The bundler's list, as a list of this package, including the packages beside the bundle. */
const listOf = async (parts: string, own: Identity, beside: Versions): Promise<object> => {
	const { metadata, components, ...rest } = softwareList.parse(
		JSON.parse(await readFile(parts, 'utf8')),
	);
	const added = Object.entries(beside).map(([name, version]) => ({
		type: 'library',
		name,
		version,
		'bom-ref': `${name}@${version}`,
		purl: `pkg:npm/${name}@${version}`,
	}));
	const component = { ...metadata.component, ...own, purl: `pkg:npm/${own.name}@${own.version}` };
	return {
		...rest,
		metadata: { ...metadata, component },
		components: [...components, ...added],
	};
};

/** The sandbox as a package. */
export interface SandboxPackage {
	readonly name: string;
	readonly tarball: string;
}

/**
 * Builds and packs the sandbox as a separate package, as it is published.
 * @param into the folder for the tarball and the list of its content; created if missing
 */
export const packSandbox = async (into: string, signal?: AbortSignal): Promise<SandboxPackage> => {
	const stage = await mkdtemp(path.join(tmpdir(), 'contract-workflow-sandbox-'));
	try {
		for (const file of files) {
			await cp(path.join(projectFolder, file), path.join(stage, file), { recursive: true });
		}
		const dependencies: Record<string, string> = {};
		for (const [name, parts] of Object.entries(wholePackages)) {
			dependencies[name] = await addWhole(name, parts, stage);
		}
		const own = await addManifest(dependencies, stage);
		const parts = path.join(stage, 'bundled.cdx.json');
		await addBundle(stage, parts);
		const readme = await readFile(path.join(__dirname, 'README.md'), 'utf8');
		// Links in a package's README are relative to the root of the repository.
		await writeFile(path.join(stage, 'README.md'), readme.replaceAll('](../../', ']('));
		const tarball = await packPackage(stage, into, signal);
		await writeJson(await listOf(parts, own, dependencies), into, `${own.name}.cdx.json`);
		return { name: own.name, tarball };
	} finally {
		await rm(stage, { recursive: true, force: true });
	}
};
