const { mkdir, rename, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { cyclonedxEsbuildPlugin } = require('@cyclonedx/cyclonedx-esbuild');
const esbuild = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');

const { n8n } = require('./package.json');
const { notices } = require('./tools/scripts/release/notices');

const dist = path.join(__dirname, 'dist');
/** What is made here takes the place of `dist` when it is whole: who packs meanwhile misses no file. */
const made = path.join(__dirname, '.cache', `dist-${process.pid}`);
const replaced = `${made}.replaced`;
/** What is in the bundle, in the form of CycloneDX: for the release, so not in the package. */
const sbom = path.join(__dirname, '.cache', 'sbom.cdx.json');

const removeMade = () => rm(made, { recursive: true, force: true });
const removeReplaced = () => rm(replaced, { recursive: true, force: true });

/** Another build may have put its own there meanwhile. */
const replace = async () => {
	await rename(dist, replaced).catch((error) => {
		if (error.code !== 'ENOENT') throw error;
	});
	await rename(made, dist).catch(async (error) => {
		if (error.code !== 'ENOTEMPTY') throw error;
		await removeReplaced();
		await replace();
	});
};

/** The nodes and credentials that n8n is told of, each by the name of its class. */
const types = [...n8n.nodes, ...n8n.credentials].map((file) => ({
	file: path.join(made, path.relative('dist', file)),
	source: `./${path.relative('dist', file).replace(/\.js$/, '')}`,
	className: path.basename(file).split('.')[0],
}));

/**
 * The code of all nodes and credentials becomes one file, zod included: it loads in three quarters of
 * the time of a file for each source.
 */
const bundle = async () => {
	const { metafile } = await esbuild.build({
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		metafile: true,
		plugins: [cyclonedxEsbuildPlugin({ outputFile: sbom, outputReproducible: true })],
		stdin: {
			contents: types.map(({ source }) => `export * from '${source}';`).join('\n'),
			resolveDir: __dirname,
			loader: 'ts',
		},
		outfile: path.join(made, 'index.js'),
	});
	await writeFile(path.join(made, 'THIRD-PARTY-NOTICES.md'), await notices(metafile));
};

/** What stands in an entry for a function: it loads the code when it is called. */
const lateFunction = (place) =>
	`function (...given) {\n\treturn code().${place}.apply(this, given);\n}`;

const indented = (text) => text.replaceAll('\n', '\n\t');

/** A value as it stands in an entry: what n8n reads as it is, each function by what stands for it. */
const lateText = (value, place) => {
	if (typeof value === 'function') return lateFunction(place);
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (Array.isArray(value)) {
		const entries = value.map((entry, index) => lateText(entry ?? null, `${place}[${index}]`));
		return `[\n\t${entries.map(indented).join(',\n\t')}\n]`;
	}
	const fields = Object.entries(value).filter(([, held]) => held !== undefined);
	const lines = fields.map(([name, held]) => {
		const key = JSON.stringify(name);
		return `${key}: ${indented(lateText(held, `${place}[${key}]`))}`;
	});
	return `{\n\t${lines.join(',\n\t')}\n}`;
};

/**
 * The class of a node or credential as n8n finds it: all that n8n reads at its start is there, and
 * its functions load the code when one is first called.
 */
const entryOf = (className, bundled, type) => {
	const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(type)).filter(
		(name) => name !== 'constructor',
	);
	const members = [...Object.keys(type), ...methods].map(
		(name) => `\t${name} = ${indented(lateText(type[name], name))};`,
	);
	return `let loaded;
const code = () => (loaded ??= new (require('${bundled}').${className})());

exports.${className} = class ${className} {
${members.join('\n\n')}
};
`;
};

/** The files in which n8n looks for the classes. */
const entries = async () => {
	const index = path.join(made, 'index.js');
	// Where the sources are watched, the one of the last build is still there.
	delete require.cache[index];
	const classes = require(index);
	await Promise.all(
		types.map(async ({ file, className }) => {
			const folder = path.dirname(file);
			const bundled = path.relative(folder, index).split(path.sep).join('/');
			await mkdir(folder, { recursive: true });
			await writeFile(file, entryOf(className, bundled, new classes[className]()));
		}),
	);
};

/** Icons, codex files and output previews, at the place where n8n looks for them. */
const assets = () =>
	src(['icons/*.svg', 'nodes/**/*.json', '!nodes/**/patterns/*'], {
		base: '.',
		encoding: false,
	}).pipe(dest(made));

const build = series(
	removeMade,
	parallel(series(bundle, entries), assets),
	series(replace, removeReplaced),
);

exports.build = build;
exports.dev = series(build, () =>
	watch(['nodes', 'credentials', 'src', 'icons'], { delay: 200 }, build),
);
