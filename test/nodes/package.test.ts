import { execFile } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, jest } from '@jest/globals';
import { packageFolderVariable, packedPackage } from '../support/packedPackage';

const testFolder = process.env[packageFolderVariable] ?? '';
const tarballs = readdirSync(testFolder).filter((name) => name.endsWith('.tgz'));

const filesBelow = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

const project = path.join(__dirname, '..', '..');

/** What of a folder is shipped beside the code, as it is. Patterns are in the code. */
const assetsOf = (folder: string): string[] =>
	filesBelow(path.join(project, folder))
		.filter((name) => !name.endsWith('.ts') && !name.includes('patterns/'))
		.map((name) => path.join('dist', folder, name));

const { n8n }: { n8n: { nodes: string[]; credentials: string[] } } = JSON.parse(
	readFileSync(path.join(packedPackage, 'package.json'), 'utf8'),
);

/** The files in which n8n looks for the classes. */
const typeFiles = [...n8n.nodes, ...n8n.credentials];

it('the tarball holds what n8n loads, and nothing else', () => {
	const expected = [
		'CHANGELOG.md',
		'LICENSE.md',
		'README.md',
		'package.json',
		'dist/THIRD-PARTY-NOTICES.md',
		'dist/index.js',
		...typeFiles,
		...['icons', 'nodes'].flatMap(assetsOf),
	];
	expect(filesBelow(packedPackage).sort()).toEqual(expected.sort());
});

it('the tarball is under 220 kB', () => {
	expect(tarballs).toHaveLength(1);
	expect(statSync(path.join(testFolder, tarballs[0] ?? '')).size).toBeLessThan(220_000);
});

it('the licences of all bundled packages are in the tarball', () => {
	const code = readFileSync(path.join(packedPackage, 'dist', 'index.js'), 'utf8');
	const bundled = [...code.matchAll(/^\s*\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)];
	const names = [...new Set(bundled.map(([, name = '']) => name))].sort();
	expect(names).toEqual(['zod']);
	const notices = readFileSync(path.join(packedPackage, 'dist', 'THIRD-PARTY-NOTICES.md'), 'utf8');
	for (const name of names) {
		const folder = path.join(project, 'node_modules', name);
		const file = readdirSync(folder).find((one) => one.startsWith('LICENSE')) ?? '';
		const licence = readFileSync(path.join(folder, file), 'utf8');
		expect(licence).toMatch(/Permission is hereby granted|Apache License/);
		expect(notices).toContain(`## ${name} `);
		expect(notices).toContain(licence.trim());
	}
});

/** The files of the package that a process has loaded, once it has made all nodes and credentials. */
const loadedWith = async (more: string): Promise<string[]> => {
	const code = `
		const path = require('node:path');
		const types = ${JSON.stringify(typeFiles)}.map((file) => {
			const Type = require(path.resolve(file))[path.basename(file).split('.')[0]];
			return new Type();
		});
		${more}
		const loaded = Object.keys(require.cache).map((file) => path.relative('', file));
		console.log(JSON.stringify(loaded.filter((file) => file.startsWith('dist'))));
	`;
	const { stdout } = await promisify(execFile)(process.execPath, ['-e', code], {
		cwd: packedPackage,
		env: { ...process.env, NODE_PATH: path.join(project, 'node_modules') },
	});
	return JSON.parse(stdout) as string[];
};

it("n8n's start loads no code of the package; the first function that it calls does", async () => {
	expect((await loadedWith('')).sort()).toEqual([...typeFiles].sort());
	const called = await loadedWith('types[0].execute.call({}).catch(() => {});');
	expect(called).toContain(path.join('dist', 'index.js'));
});

/** A value with the kind of each function in its place. */
const withoutCode = (value: object): unknown =>
	JSON.parse(
		JSON.stringify(value, (_name, held: unknown) =>
			typeof held === 'function' ? 'function' : held,
		),
	);

const membersOf = (type: object): unknown =>
	withoutCode({
		...type,
		...Object.fromEntries(
			Object.getOwnPropertyNames(Object.getPrototypeOf(type))
				.filter((name) => name !== 'constructor')
				.map((name) => [name, (type as Record<string, unknown>)[name]]),
		),
	});

it.each(typeFiles)('%s shows n8n what its code does', (file) => {
	const className = path.basename(file).split('.')[0] ?? '';
	const made = (name: string): object => {
		const exported = jest.requireActual<Record<string, new () => object>>(
			path.join(packedPackage, name),
		);
		const Type = exported[className];
		if (!Type) throw new Error(`${name} exports no ${className}`);
		expect(Type.name).toBe(className);
		return new Type();
	};
	expect(membersOf(made(file))).toEqual(membersOf(made('dist/index.js')));
});

it('the package has no dependencies at run time, and runs no script when it is installed', () => {
	const manifest: unknown = JSON.parse(
		readFileSync(path.join(packedPackage, 'package.json'), 'utf8'),
	);
	expect(manifest).toMatchObject({
		name: 'n8n-nodes-contract-workflow',
		license: 'MIT',
		dependencies: {},
		peerDependencies: { 'n8n-workflow': '*' },
	});
	for (const field of ['optionalDependencies', 'bundledDependencies', 'bundleDependencies']) {
		expect(manifest).not.toHaveProperty(field);
	}
	for (const script of ['preinstall', 'install', 'postinstall', 'prepare']) {
		expect(manifest).not.toHaveProperty(['scripts', script]);
	}
});

it('the code asks for nothing but what n8n allows', () => {
	const asked = filesBelow(packedPackage)
		.filter((name) => name.endsWith('.js'))
		.flatMap((name) => [
			...readFileSync(path.join(packedPackage, name), 'utf8').matchAll(
				/\brequire\(["']([^"']+)["']\)|\bimport\(["']([^"']+)["']\)/g,
			),
		])
		.map(([, required, imported]) => required ?? imported ?? '')
		.filter((name) => !name.startsWith('.'));
	// n8n's rules for community nodes allow node:crypto.
	expect(new Set(asked)).toEqual(new Set(['n8n-workflow', 'node:crypto']));
});
