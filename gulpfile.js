const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const path = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');

const dist = path.join(__dirname, 'dist');

const clean = () => rm(dist, { recursive: true, force: true });

const compile = (done) =>
	spawn(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
		stdio: 'inherit',
	}).on('close', (code) => done(code === 0 ? undefined : new Error('tsc found errors')));

/** What nodes and credentials import from src, zod included, becomes one file. */
const bundle = async () => {
	await rm(path.join(dist, 'src'), { recursive: true, force: true });
	await esbuild.build({
		entryPoints: ['src/index.ts'],
		outfile: 'dist/src/index.js',
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
	});
};

/** Icons, codex files and output previews, at the place where n8n looks for them. */
const assets = () =>
	src(['icons/*.svg', 'nodes/**/*.json'], { base: '.', encoding: false }).pipe(dest('dist'));

const build = series(clean, compile, parallel(bundle, assets));

exports.build = build;
exports.dev = series(build, () =>
	watch(['nodes', 'credentials', 'src', 'icons'], { delay: 200 }, build),
);
