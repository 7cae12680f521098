import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { readWorkers } from '../../bench/queue/workersReport';
import { drawChart } from '../../bench/report/chart';
import { readSpeed } from '../../bench/report/speedTable';
import { defaultVersion } from '../../scripts/n8n/installation/versions';

const picture = path.join(__dirname, '..', '..', 'docs', 'images', 'speed.svg');

it('the chart shows the results that are committed', async () => {
	expect(drawChart((await readSpeed()).jobs)).toBe(readFileSync(picture, 'utf8'));
});

it.each([
	['speed', readSpeed],
	['workers', readWorkers],
])('the figures of %s are of the newest tested n8n, and have a date', async (_name, read) => {
	const { date, n8n } = await read();
	expect(n8n).toBe(defaultVersion);
	expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
});
