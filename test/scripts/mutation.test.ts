import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { groups } from '../../tools/scripts/mutation/groups';
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
