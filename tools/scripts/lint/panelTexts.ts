import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { n8n } from '../../../package.json';
import { projectFolder } from '../n8n/places';

const folder = path.join(projectFolder, 'build', 'panel-texts');

/** The texts of a field or a choice in the panel. */
const keys = new Set(['action', 'description', 'displayName', 'hint', 'placeholder', 'subtitle']);

/** Each visible text, below the name of its field or choice. */
const textsIn = (value: unknown, name: string): string[] => {
	if (typeof value !== 'object' || value === null) return [];
	const fields: Array<[string, unknown]> = Object.entries(value);
	const own = fields.flatMap(([key, text]) =>
		keys.has(key) && typeof text === 'string' && !text.startsWith('=') ? [text] : [],
	);
	const label = 'name' in value && typeof value.name === 'string' ? value.name : name;
	return [
		...(own.length > 0 ? [`## \`${label}\``, ...own] : []),
		...fields.flatMap(([key, inner]) => textsIn(inner, Array.isArray(value) ? label : key)),
	];
};

/** Writes the texts of nodes and credentials as pages, so that prose linters can check them. */
const writeTexts = async (): Promise<void> => {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	for (const file of [...n8n.nodes, ...n8n.credentials]) {
		const name = path.basename(file).split('.')[0] ?? '';
		const source = path.relative('dist', file).replace(/\.js$/, '.ts');
		const module = (await import(path.join(projectFolder, source))) as Record<
			string,
			new () => object
		>;
		const Type = module[name];
		if (!Type) throw new Error(`${source} exports no ${name}`);
		const texts = textsIn(new Type(), name);
		await writeFile(path.join(folder, `${name}.md`), [`# ${name}`, ...texts, ''].join('\n\n'));
	}
};

void writeTexts();
