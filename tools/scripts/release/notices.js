const { readFile, readdir } = require('node:fs/promises');
const path = require('node:path');

const project = path.join(__dirname, '..', '..', '..');

/** The folders of the packages whose code is in a bundle. */
const bundledPackages = ({ inputs }) => [
	...new Set(
		Object.keys(inputs).flatMap(
			(file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? [],
		),
	),
];

/** The text of a package's license; empty if the package has none. */
const licenceOf = async (folder) => {
	const name = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
	return name === undefined ? '' : (await readFile(path.join(folder, name), 'utf8')).trim();
};

/** Name, version and full license of each package whose code is in a bundle of esbuild. */
exports.notices = async (metafile) => {
	const parts = await Promise.all(
		bundledPackages(metafile)
			.sort()
			.map(async (file) => {
				const folder = path.join(project, file);
				const { name, version, license } = require(path.join(folder, 'package.json'));
				return `## ${name} ${version} (${license})\n\n${await licenceOf(folder)}\n`;
			}),
	);
	return `# Third-party notices\n\nThis package holds code of these packages.\n\n${parts.join('\n')}`;
};
