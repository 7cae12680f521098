import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
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

it.each(n8nVersions)('n8n %s has a lock without a registry, CI runs it, README names it', (n8n) => {
	const { packages } = JSON.parse(read(`tools/scripts/n8n-host/${n8n}/package-lock.json`)) as Lock;
	expect(packages['']?.dependencies).toEqual({ n8n });
	expect(packages['node_modules/n8n']?.version).toBe(n8n);
	expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
	for (const file of ['.github/workflows/ci.yml', 'README.md']) expect(read(file)).toContain(n8n);
});

it('.ci/run runs the oldest n8n', () => {
	expect(read('.ci/run')).toContain(`oldest_n8n=${n8nVersions[0]}\n`);
});

it('the environment chooses an n8n that has a lock; without it, that is the default', () => {
	delete process.env[versionVariable];
	expect(chosenVersion()).toBe(defaultVersion);
	process.env[versionVariable] = '1.123.81';
	expect([chosenVersion(), isSince('1.123.81'), isSince('2.30.8')]).toEqual([
		'1.123.81',
		true,
		false,
	]);
	process.env[versionVariable] = '2.40.8';
	expect(chosenVersion).toThrow(/^CONTRACT_WORKFLOW_N8N_VERSION is 2\.40\.8: set it to one of 1\./);
});
