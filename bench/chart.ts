import { figuresOf } from './goals';
import type { Job } from './job';
import { faultsOf, mediansOf, type JobResult } from './report';

const width = 760;
const labelWidth = 250;
const barHeight = 14;
const rowHeight = 52;
const top = 64;
const barsWidth = width - labelWidth - 150;

/** The jobs that both sides do, with the figure that tells most of each. */
const charted = [
	{ job: 'list', figure: 'wallMs', unit: 's', of: 1000 },
	{ job: 'search', figure: 'wallMs', unit: 's', of: 1000 },
	{ job: 'approve', figure: 'wallMs', unit: 's', of: 1000 },
	{ job: 'limit', figure: 'wallMs', unit: 's', of: 1000 },
	{ job: 'attach', figure: 'wallMs', unit: 's', of: 1000 },
	{ job: 'attach', figure: 'growthMb', unit: 'MB', of: 1 },
] as const;

const escaped = (text: string): string =>
	text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Colours that can be read on white and on dark; the page's theme chooses. */
const styles = `
	text { font: 13px system-ui, sans-serif; fill: #24292f; }
	.title { font-size: 15px; font-weight: 600; }
	.small { font-size: 12px; fill: #57606a; }
	.ours { fill: #0a7d5a; }
	.rival { fill: #9aa4af; }
	@media (prefers-color-scheme: dark) {
		text { fill: #e6edf3; }
		.small { fill: #9da7b1; }
		.ours { fill: #3fb98c; }
		.rival { fill: #6e7681; }
	}`;

/** The first way of each side whose results are right. */
function sidesOf(result: JobResult) {
	const { ways }: Job = result.job;
	const isRight = ({ name }: { name: string }) => faultsOf(result, name).length === 0;
	return {
		ours: ways.find((way) => way.side === 'ours' && isRight(way)),
		rival: ways.find((way) => way.side === 'rival' && !way.mayFail && isRight(way)),
	};
}

interface Row {
	readonly label: string;
	readonly note: string;
	readonly ours: number;
	readonly rival: number;
	readonly unit: string;
}

function rowsOf(results: readonly JobResult[]): Row[] {
	return charted.flatMap(({ job, figure, unit, of }): Row[] => {
		const result = results.find((candidate) => candidate.job.name === job);
		if (!result) return [];
		const { ours, rival } = sidesOf(result);
		if (!ours || !rival) return [];
		const all = mediansOf(result);
		const note = figure === 'growthMb' ? 'memory, over that before' : `against: ${rival.name}`;
		return [
			{
				label: result.job.title.split(',')[0] ?? '',
				note,
				ours: figuresOf(all, ours.name)[figure] / of,
				rival: figuresOf(all, rival.name)[figure] / of,
				unit,
			},
		];
	});
}

const shown = (value: number, unit: string): string =>
	`${value < 10 ? value.toFixed(1) : value.toFixed(0)} ${unit}`;

function drawRow({ label, note, ours, rival, unit }: Row, index: number): string {
	const y = top + index * rowHeight;
	const longest = Math.max(ours, rival);
	const bar = (value: number, side: string, offset: number): string => {
		const length = Math.max(2, (value / longest) * barsWidth);
		return (
			`<rect class="${side}" x="${labelWidth}" y="${y + offset}" ` +
			`width="${length.toFixed(1)}" height="${barHeight}" rx="2"/>` +
			`<text x="${(labelWidth + length + 8).toFixed(1)}" y="${y + offset + 12}">` +
			`${shown(value, unit)}</text>`
		);
	};
	return [
		`<text x="0" y="${y + 12}">${escaped(label)}</text>`,
		`<text class="small" x="0" y="${y + 29}">${escaped(note)}</text>`,
		bar(ours, 'ours', 0),
		bar(rival, 'rival', barHeight + 3),
	].join('\n');
}

/** A bar for each side of each job, as an SVG for light and dark pages. */
export function drawChart(results: readonly JobResult[]): string {
	const rows = rowsOf(results);
	const height = top + rows.length * rowHeight;
	const title = 'The same job in the same n8n: shorter is better';
	const legend = (x: number, side: string, text: string): string =>
		`<rect class="${side}" x="${x}" y="32" width="14" height="14" rx="2"/>` +
		`<text x="${x + 20}" y="44">${text}</text>`;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
			`width="${width}" height="${height}" role="img" aria-label="${title}">`,
		`<style>${styles}</style>`,
		`<text class="title" x="0" y="16">${title}</text>`,
		legend(0, 'ours', 'this package'),
		legend(130, 'rival', 'HTTP Request node'),
		...rows.map(drawRow),
		'</svg>\n',
	].join('\n');
}
