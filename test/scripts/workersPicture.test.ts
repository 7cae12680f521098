import { describe, expect, it } from '@jest/globals';
import { drawWorkers } from '../../bench/queue/workersChart';

describe('the picture of how tasks go through workers', () => {
	const picture = drawWorkers({
		workers: 2,
		executions: [
			{ worker: 0, from: 0, to: 4 },
			{ worker: 0, from: 2, to: 6 },
			{ worker: 0, from: 5, to: 10 },
			{ worker: 1, from: 0, to: 10 },
		],
		approved: [1, 2, 3, 10],
		windowEnds: [-1, 5, 20],
	});
	const bars = [
		...picture.matchAll(/<rect class="ours" x="([\d.]+)" y="(\d+)" width="([\d.]+)"/g),
	].map(([, x, y, width]) => ({ from: Number(x), to: Number(x) + Number(width), y: Number(y) }));

	it('has a bar for each execution, and none covers another', () => {
		expect(bars).toHaveLength(4);
		const overlapping = bars.filter((bar, index) =>
			bars.some(
				(other, at) =>
					at !== index && other.y === bar.y && other.from < bar.to && bar.from < other.to,
			),
		);
		expect(overlapping).toEqual([]);
		expect(new Set(bars.map(({ y }) => y)).size).toBe(3);
	});

	it('has a line for each window that ends within it, and names its workers', () => {
		expect(picture.match(/<line class="line dashed"/g)).toHaveLength(1);
		expect(picture.match(/>worker \d</g)).toEqual(['>worker 1<', '>worker 2<']);
	});
});
