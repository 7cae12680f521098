import { expect, it } from '@jest/globals';
import { recentStarts } from '../../nodes/ContractWorkflowPollingTrigger/watch';

it('a first reading may start a day ago, 30 days ago, or at the beginning', () => {
	expect(recentStarts(Date.parse('2026-03-01T12:00:00Z'))).toEqual([
		'2026-02-28T12:00:00.000Z',
		'2026-01-30T12:00:00.000Z',
		'',
	]);
});
