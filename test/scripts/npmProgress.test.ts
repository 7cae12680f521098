import { expect, it } from '@jest/globals';
import { npmProgress } from '../../scripts/n8n/npmProgress';

const registry = 'https://registry.example';

/** A lock of packages called p0, p1 and so on, of which the first is there twice. */
const lockOf = (count: number): string => {
	const places = Array.from({ length: count }, (_, index) => [`node_modules/p${index}`, {}]);
	return JSON.stringify({
		packages: {
			'': { name: 'n8n-host' },
			...Object.fromEntries(places),
			'node_modules/p1/node_modules/p0': {},
			'node_modules/for-another-system': { os: ['aix'] },
		},
	});
};

it('tells every tenth of what npm has looked up and downloaded, and nothing of what failed', () => {
	const told: string[] = [];
	const take = npmProgress(lockOf(20), (line) => told.push(line));
	const line = (path: string, status = 200) =>
		`npm http fetch GET ${status} ${registry}/${path} 31ms (cache miss)\n`;
	take(line('p0', 503) + line('p0') + line('p1'));
	for (let index = 2; index < 20; index++) take(line(`p${index}`));
	expect(told).toHaveLength(10);
	expect(told[0]).toBe('2 of 20 packages looked up');
	expect(told[9]).toBe('20 of 20 packages looked up');
	for (let index = 0; index < 21; index++) take(line(`p${index}/-/p${index}-1.0.0.tgz`));
	expect(told.slice(10)).toHaveLength(10);
	expect(told.at(-1)).toBe('21 of 21 packages downloaded');
	take(line('p0') + 'added 21 packages in 3s\n');
	expect(told).toHaveLength(20);
});
