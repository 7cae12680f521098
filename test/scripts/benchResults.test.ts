import { expect, it } from '@jest/globals';
import { readSpeed } from '../../tools/bench/results';
import { defaultVersion } from '../../tools/scripts/n8n/installation/versions';

it('the figures of the speed are of the newest tested n8n, and have a date', async () => {
	const { date, n8n } = await readSpeed();
	expect(n8n).toBe(defaultVersion);
	expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
});
