import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { readMirror } from '../../bench/mirror/mirrorReport';
import { readWorkers } from '../../bench/queue/workersReport';
import { drawChart } from '../../bench/report/chart';
import { readSpeed } from '../../bench/report/speedTable';
import { defaultVersion } from '../../scripts/n8n/installation/versions';

const picture = path.join(__dirname, '..', '..', 'docs', 'images', 'speed.svg');

it.each([
	['npm run bench', readSpeed],
	['npm run prove workers', readWorkers],
	['npm run prove mirror', readMirror],
])('%s was run with the newest n8n that is tested', async (_command, read) => {
	expect((await read()).n8n).toBe(defaultVersion);
});

it('the chart shows the results that are committed', async () => {
	expect(drawChart((await readSpeed()).jobs)).toBe(readFileSync(picture, 'utf8'));
});
