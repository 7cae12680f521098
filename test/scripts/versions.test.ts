import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
	chosenVersion,
	defaultVersion,
	isSince,
	n8nVersions,
	versionVariable,
} from '../../tools/scripts/n8n/installation/versions';

const project = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8');

interface Lock {
	readonly packages: Record<string, { version?: string; resolved?: string; dependencies?: object }>;
}

describe.each(n8nVersions)('n8n %s', (version) => {
	const folder = `tools/scripts/n8n-host/${version}`;

	it('has a lock of that version, which names no registry', () => {
		const { dependencies } = JSON.parse(read(`${folder}/package.json`)) as Lock['packages'][''];
		expect(dependencies).toEqual({ n8n: version });
		const { packages } = JSON.parse(read(`${folder}/package-lock.json`)) as Lock;
		expect(packages['']?.dependencies).toEqual(dependencies);
		expect(packages['node_modules/n8n']?.version).toBe(version);
		expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
	});

	const wanted = version === defaultVersion ? 'test:n8n' : version;

	it('is run by CI', () => {
		expect(read('.github/workflows/ci.yml')).toContain(wanted);
	});

	if (version !== n8nVersions[1]) {
		it('is run by .ci/run, as the oldest or the newest', () => {
			expect(read('.ci/run')).toContain(wanted);
		});
	}

	it('is named in the README', () => {
		expect(read('README.md')).toContain(version);
	});
});

describe('the version that is chosen', () => {
	const before = { ...process.env };
	afterEach(() => {
		process.env = { ...before };
	});

	it('is the default one unless the environment names another', () => {
		delete process.env[versionVariable];
		expect(chosenVersion()).toBe(defaultVersion);
		process.env[versionVariable] = '1.123.81';
		expect(chosenVersion()).toBe('1.123.81');
		expect([isSince('1.123.81'), isSince('2.30.8')]).toEqual([true, false]);
	});

	it('is one of those with a lock', () => {
		process.env[versionVariable] = '2.40.8';
		expect(chosenVersion).toThrow(
			/^CONTRACT_WORKFLOW_N8N_VERSION is 2\.40\.8: set it to one of 1\./,
		);
	});
});
