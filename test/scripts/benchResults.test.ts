import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { drawChart } from '../../bench/report/chart';
import { readSpeed } from '../../bench/report/speedTable';

const picture = path.join(__dirname, '..', '..', 'docs', 'images', 'speed.svg');

it('the chart shows the results that are committed', async () => {
	expect(drawChart((await readSpeed()).jobs)).toBe(readFileSync(picture, 'utf8'));
});
