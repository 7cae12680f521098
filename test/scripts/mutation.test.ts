import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { groups } from '../../scripts/mutation/groups';
import { survivorsIn } from '../../scripts/mutation/survivors';
import survivors from '../mutation/survivors.json';
import { workflowText } from '../support/githubWorkflow';

const project = path.join(__dirname, '..', '..');

it('each week CI tries the changes of every group', () => {
	const names = groups.map(({ name }) => name).join(', ');
	expect(workflowText('ci.yml')).toContain(`group: [${names}]`);
});

it.each(groups)('the group $name has code and tests', ({ code, tests }) => {
	for (const pattern of [...code, ...tests].filter((one) => !one.startsWith('!')))
		expect([pattern, globSync(pattern, { cwd: project }).length]).not.toEqual([pattern, 0]);
});

it('each change that survives is one of a line that is there', () => {
	const gone = survivors.filter(
		({ file, line }) =>
			!readFileSync(path.join(project, file), 'utf8')
				.split('\n')
				.some((there) => there.trim() === line),
	);
	expect(gone).toEqual([]);
});

describe('the list of survivors', () => {
	const [listed] = survivors;
	const reportOf = (...mutants: ReadonlyArray<readonly [replacement: string, status: string]>) => {
		const start = { line: 1, column: 1 };
		const location = { start, end: start };
		return {
			files: {
				[listed?.file ?? '']: {
					source: `\t${listed?.line}`,
					mutants: mutants.map(([replacement, status]) => ({ replacement, status, location })),
				},
			},
		};
	};
	const becomes = listed?.becomes ?? '';

	it('names no change that the tests notice, and lacks none that they do not', () => {
		const report = reportOf([becomes, 'Killed'], ['other', 'Survived'], ['third', 'NoCoverage']);
		const { noticed, all, unlisted, outdated } = survivorsIn(report);
		expect([noticed, all]).toEqual([1, 3]);
		expect(unlisted).toEqual(
			['other', 'third'].map((one) => `${listed?.file}: ${listed?.line} → ${one}`),
		);
		expect(outdated).toContain(`${listed?.file}: ${listed?.line} → ${becomes}`);
	});

	it('is kept where it says what the tests do not notice', () => {
		const report = reportOf([becomes, 'Survived'], ['other', 'Timeout'], ['static', 'Ignored']);
		const { noticed, all, unlisted, outdated } = survivorsIn(report);
		expect([noticed, all, unlisted]).toEqual([1, 2, []]);
		expect(outdated).not.toContain(`${listed?.file}: ${listed?.line} → ${becomes}`);
	});
});
