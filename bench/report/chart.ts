import type { Figures } from './figures';

/** The data of a measured job that the chart needs. */
export interface ChartedJob {
	readonly name: string;
	readonly ways: ReadonlyArray<{
		readonly name: string;
		readonly side: 'ours' | 'rival' | 'floor';
		readonly faults: readonly string[];
		readonly median: Pick<Figures, 'wallMs' | 'growthMb'> | null;
	}>;
}

/** The width of every chart. */
export const width = 760;
const labelWidth = 250;
const barHeight = 14;
const rowHeight = 52;
const top = 64;
const barsWidth = width - labelWidth - 150;

/** The jobs that both sides do, with the most important figure of each. */
const charted = [
	{ job: 'list', label: 'List 10,000 tasks, simplified', figure: 'wallMs' },
	{ job: 'search', label: 'Search 10,000 documents, simplified', figure: 'wallMs' },
	{ job: 'approve', label: 'Approve 1,000 tasks', figure: 'wallMs' },
	{ job: 'limit', label: 'Approve 600, rate limit 300', figure: 'wallMs' },
	{ job: 'attach', label: 'Attach a file of 50 MB', figure: 'wallMs' },
	{ job: 'attach', label: 'Memory for that file', figure: 'growthMb' },
] as const;

const escaped = (text: string): string =>
	text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Colors that can be read on white and on dark. The page's theme chooses. */
const styles = `
	text { font: 13px system-ui, sans-serif; fill: #24292f; }
	.title { font-size: 15px; font-weight: 600; }
	.small { font-size: 12px; fill: #57606a; }
	.ours { fill: #0a7d5a; }
	.rival { fill: #9aa4af; }
	.curve { fill: none; stroke: #0a7d5a; stroke-width: 2; }
	.line { stroke: #9aa4af; }
	.dashed { stroke-dasharray: 3 3; }
	@media (prefers-color-scheme: dark) {
		text { fill: #e6edf3; }
		.small { fill: #9da7b1; }
		.ours { fill: #3fb98c; }
		.rival { fill: #6e7681; }
		.curve { stroke: #3fb98c; }
		.line { stroke: #6e7681; }
	}`;

/** An SVG for light and dark pages. */
export const drawing = (title: string, height: number, parts: readonly string[]): string =>
	[
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
			`width="${width}" height="${height}" role="img" aria-label="${title}">`,
		`<style>${styles}</style>`,
		`<text class="title" x="0" y="16">${title}</text>`,
		...parts,
		'</svg>\n',
	].join('\n');

interface Row {
	readonly label: string;
	readonly note: string;
	/** Seconds or MB. */
	readonly ours: number;
	readonly rival: number;
	readonly unit: string;
}

/** The figure of the first way of each side whose results were correct. */
const rowsOf = (jobs: readonly ChartedJob[]): Row[] =>
	charted.flatMap(({ job, label, figure }): Row[] => {
		const ways = jobs.find(({ name }) => name === job)?.ways ?? [];
		const first = (wanted: string) =>
			ways.find(({ side, faults, median }) => side === wanted && faults.length === 0 && median);
		const [ours, rival] = [first('ours'), first('rival')];
		if (!ours?.median || !rival?.median) return [];
		const isTime = figure === 'wallMs';
		const scale = isTime ? 1000 : 1;
		return [
			{
				label,
				note: `beside: ${rival.name}`,
				ours: ours.median[figure] / scale,
				rival: rival.median[figure] / scale,
				unit: isTime ? 's' : 'MB',
			},
		];
	});

const shown = (value: number, unit: string): string =>
	`${value < 10 ? value.toFixed(1) : value.toFixed(0)} ${unit}`;

const drawRow = ({ label, note, ours, rival, unit }: Row, index: number): string => {
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
};

/** A bar for each side of each job, as an SVG for light and dark pages. */
export const drawChart = (jobs: readonly ChartedJob[]): string => {
	const rows = rowsOf(jobs);
	const legend = (x: number, side: string, text: string): string =>
		`<rect class="${side}" x="${x}" y="32" width="14" height="14" rx="2"/>` +
		`<text x="${x + 20}" y="44">${text}</text>`;
	const title = 'The same job in the same n8n: shorter is better';
	return drawing(title, top + rows.length * rowHeight, [
		legend(0, 'ours', 'this package'),
		legend(130, 'rival', 'HTTP Request node'),
		...rows.map(drawRow),
	]);
};
