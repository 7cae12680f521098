/** A heading of docs/api.md, and the text below it. */
export interface Passage {
	/** The number of its section. */
	readonly section: string;
	/** The heading as in a link. */
	readonly anchor: string;
	/** Plain text, or lines that start with a dash. */
	readonly text: string;
}

/** A heading as in a link. */
export const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\w -]/g, '')
		.replaceAll(' ', '-');

/** Links lead to places of the page, which do not exist in another text. */
const withoutLinks = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');

interface Place {
	readonly section: string;
	readonly anchor: string;
	/** The text below the heading, up to the next one. */
	readonly text: string;
}

const placesOf = (page: string): Place[] => {
	let section = '';
	return page.split(/^(?=#{2,4} )/m).flatMap((text) => {
		const [, heading] = /^#{2,4} (.+)$/m.exec(text) ?? [];
		if (heading === undefined) return [];
		section = /^## (\d+)\. /.exec(text)?.[1] ?? section;
		return [{ section, anchor: anchorOf(heading), text }];
	});
};

/**
 * The text of docs/api.md after a generated part, up to the next heading, part or open point.
 * @param page the text of docs/api.md
 * @param part the name in the marks of the part
 * @throws Error when the page has no such part
 */
export const passageOf = (page: string, part: string): Passage => {
	const mark = `<!-- ${part}: end -->`;
	const place = placesOf(page).find(({ text }) => text.includes(mark));
	if (place === undefined) throw new Error(`docs/api.md has no part ${part}`);
	const [, behind = ''] = place.text.split(mark);
	const [said = ''] = behind.split(/^(?:<!-- |\*\*Left open\*\*)/m);
	return { section: place.section, anchor: place.anchor, text: withoutLinks(said.trim()) };
};

/** What docs/api.md says about each status of section 7. */
export const statusMeanings = (page: string): ReadonlyMap<number, string> => {
	const [, table = ''] = page.split('| Status | Means |\n|---|---|\n');
	const rows = (table.split('\n\n')[0] ?? '').matchAll(/^\| (\d{3}) \| (.+) \|$/gm);
	return new Map([...rows].map(([, status, meaning = '']) => [Number(status), meaning]));
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Everything that docs/api.md marks as open, passage by passage. */
export const leftOpen = (page: string): readonly Passage[] =>
	placesOf(page).flatMap(({ section, text }) => {
		const [, open] = /^\*\*Left open\*\*:?([^]*)$/m.exec(text) ?? [];
		if (open === undefined || /^\s*nothing\./.test(open)) return [];
		const [passage = ''] = open.trimStart().split(/\n\s*\n/);
		const points = passage.split(/^- /m).map((point) => withoutLinks(point.trim()));
		const anchor = placesOf(page).find((place) => place.section === section)?.anchor ?? '';
		return points
			.filter((point) => point !== '')
			.map((point) => ({ section, anchor, text: capitalized(point) }));
	});
