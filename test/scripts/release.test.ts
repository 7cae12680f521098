import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { placeholdersIn, publishingFaults } from '../../tools/scripts/release/faults';
import { releaseNotes } from '../../tools/scripts/release/notes';
import { packedPackage } from '../support/packedPackage';

const project = path.join(__dirname, '..', '..');

const own = 'n8n-nodes-contract-workflow.example';

describe("a host that stands for the publisher's own", () => {
	it.each([
		['in an address', `"https://git.${own}/x"`, [`git.${own}`]],
		['in an email', `a <b@${own}>`, [own]],
		['with a port, twice', `http://${own}:80 http://${own}:80/`, [own]],
		['at the end of a sentence', `See https://${own}.`, [own]],
	])('is found %s', (_name, text, hosts) => {
		expect(placeholdersIn(text)).toEqual(hosts);
	});

	it.each([
		'https://api.example.com/x',
		'https://tasks.example/',
		own,
		`https://${own}.org`,
		`https://${own}s/`,
	])('is not %s', (text) => expect(placeholdersIn(text)).toEqual([]));
});

describe('a package is published', () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-faults-'));
		await mkdir(path.join(folder, 'dist'));
	});
	afterEach(() => rm(folder, { recursive: true }));

	it('when it names hosts that there are, and its README leads to what there is', async () => {
		await writeFile(path.join(folder, 'README.md'), '[a](https://code.test/a.md) [b](#b)');
		await writeFile(path.join(folder, 'dist', 'index.js'), '// https://api.example.com');
		expect(await publishingFaults(folder)).toEqual([]);
	});

	it('never with a host that stands for another, wherever it is', async () => {
		await writeFile(path.join(folder, 'dist', 'index.js'), `x="https://${own}/docs"`);
		expect(await publishingFaults(folder)).toEqual([
			`dist/index.js names hosts that lead nowhere: ${own}.`,
		]);
	});

	it("never with a README that leads to files which npm's page does not have", async () => {
		await writeFile(path.join(folder, 'README.md'), '[a](docs/a.md) <img src="b.png">');
		expect(await publishingFaults(folder)).toEqual([
			"README.md leads to 2 files that npm's page does not have.",
		]);
	});
});

it('only what the publisher has yet to enter in package.json keeps the package from being published', async () => {
	const entered = placeholdersIn(await readFile(path.join(project, 'package.json'), 'utf8'));
	const faults = await publishingFaults(packedPackage);
	expect(faults.length > 0).toBe(entered.length > 0);
	const others = faults.filter((fault) => {
		const [, hosts] = / names hosts that lead nowhere: (.+)\.$/.exec(fault) ?? [];
		return !hosts?.split(', ').every((host) => entered.includes(host));
	});
	expect(others).toEqual([]);
});

describe('the notes of a release', () => {
	const changelog =
		'# Changelog\n\nText.\n\n## 1.1.0\n\n- New\n- Newer\n\n## 1.0.0 (2026-01-01)\n\nFirst.\n\n## 0.9.0\n\n## 0.8.0\n\nOld.\n';
	it.each([
		['1.1.0', '- New\n- Newer\n'],
		['1.0.0', 'First.\n'],
		['0.8.0', 'Old.\n'],
	])('of %s are its part of the changelog', (version, notes) => {
		expect(releaseNotes(changelog, version)).toBe(notes);
	});

	it.each(['1.1', '0.9.0', '2.0.0'])('of %s are missing', (version) => {
		expect(() => releaseNotes(changelog, version)).toThrow(
			`CHANGELOG.md says nothing of version ${version}.`,
		);
	});

	it('of the present version are there', async () => {
		const { version } = JSON.parse(await readFile(path.join(project, 'package.json'), 'utf8')) as {
			version: string;
		};
		const text = await readFile(path.join(project, 'CHANGELOG.md'), 'utf8');
		expect(() => releaseNotes(text, version)).not.toThrow();
	});
});
