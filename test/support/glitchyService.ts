import type { HttpRequest, HttpResponse } from '../../src';

/** What goes wrong with an answer. The last three lie: the answer agrees with itself. */
export const glitches = [
	'empty',
	'partial',
	'doubled',
	'refused',
	'noJson',
	'hugeTotal',
	'noTotal',
	'tooMany',
	'noId',
	'lyingEmpty',
	'lyingPart',
	'lyingOther',
] as const;

export type Glitch = (typeof glitches)[number];

const isLie = (glitch: Glitch | undefined) => glitch?.startsWith('lying') === true;

export interface ModelRow {
	readonly id: number;
	readonly created: number;
	readonly updated: number;
	readonly revision: number;
	readonly status: string;
	/** Counts up with each change: what comes or changes later is behind it, also at the same time. */
	readonly turn: number;
}

/** The text shows no order of the list of tasks. */
export const orders = {
	'newest created first': (one: ModelRow, other: ModelRow) => other.id - one.id,
	'oldest created first': (one: ModelRow, other: ModelRow) => one.id - other.id,
	'newest updated first': (one: ModelRow, other: ModelRow) =>
		other.updated - one.updated || other.id - one.id,
	'oldest updated first': (one: ModelRow, other: ModelRow) =>
		one.updated - other.updated || one.id - other.id,
	shuffled: (one: ModelRow, other: ModelRow) =>
		((one.id * 7919) % 101) - ((other.id * 7919) % 101) || one.id - other.id,
} as const;

export type Order = keyof typeof orders;

const iso = (time: number) => new Date(time).toISOString();

const task = ({ id, created, updated, revision, status }: ModelRow) => ({
	task_id: id,
	task_title: `revision ${revision}`,
	status,
	created_at: iso(created),
	updated_at: iso(updated),
});

const document = ({ id, revision }: ModelRow) => ({
	document_id: id,
	summary: `revision ${revision}`,
});

export interface GlitchyOptions {
	readonly order?: Order;
	/** Rows of a page at most, whatever is asked for. */
	readonly pageSize?: number;
	/** How coarse the clock is, in milliseconds. */
	readonly coarseMs?: number;
	/** By which time the search goes; which one the text does not show. */
	readonly searchBy?: 'created' | 'updated';
	/** What a row shows beside its revision, whenever it is shown. */
	readonly more?: (row: ModelRow) => object;
}

/** A list of tasks and a search of documents, whose answers go wrong as a test tells them to. */
export const glitchyService = (options: GlitchyOptions = {}) => {
	const { order = 'oldest created first', pageSize = 200, coarseMs = 1 } = options;
	const { searchBy: field = 'created', more = () => ({}) } = options;
	const shownAs = (kind: (row: ModelRow) => object) => (row: ModelRow) => ({
		...kind(row),
		...more(row),
	});
	let rows: ModelRow[] = [];
	/** As the list and the search have them, until something changes. */
	let sorted: { list?: ModelRow[]; search?: ModelRow[] } = {};
	let now = Date.UTC(2026, 4, 4);
	let lastId = 0;
	let [turns, lies] = [0, 0];
	/** Told of each request; says what goes wrong with its answer. */
	let next: () => Glitch | undefined = () => undefined;
	const stamp = () => Math.floor(now / coarseMs) * coarseMs;

	const replace = (id: number, changes: Partial<ModelRow>) => {
		const turn = turns++;
		rows = rows.map((row) => (row.id === id ? { ...row, ...changes, turn } : row));
		sorted = {};
	};
	const create = (status = 'pending') => {
		lastId++;
		const time = { created: stamp(), updated: stamp(), turn: turns++ };
		rows.push({ id: lastId, ...time, revision: 0, status });
		sorted = {};
		return lastId;
	};
	/** Two lies in one poll may agree with each other, which nothing tells from the truth. */
	const once = (lie: Glitch | undefined) => (lies++ > 0 ? undefined : lie);

	const broken = (glitch: Glitch | undefined): HttpResponse | undefined => {
		if (glitch === 'refused') return { status: 501, headers: {}, body: { detail: 'x' } };
		if (glitch === 'noJson') return { status: 200, headers: {}, body: '<html>' };
		return undefined;
	};

	const worse = <Shown>(shown: Shown[], glitch: Glitch | undefined): unknown[] => {
		switch (glitch) {
			case 'empty':
			case 'lyingEmpty':
				return [];
			case 'partial':
			case 'lyingPart':
				return shown.filter((_row, index) => index % 3 !== 1);
			case 'lyingOther':
				return shown.slice(Math.ceil(shown.length / 2));
			case 'doubled':
				return shown.map((row, index) => (index % 4 === 1 ? shown[index - 1] : row));
			case 'tooMany':
				return [...shown, ...Array.from({ length: 201 }, () => shown[0] ?? {})];
			case 'noId':
				return [{ task_title: 'x' }, ...shown.slice(1)];
			default:
				return shown;
		}
	};

	const list = (body: Record<string, unknown>, glitch: Glitch | undefined): HttpResponse => {
		const { limit = 50, offset = 0 } = body as { limit?: number; offset?: number };
		const created = Date.parse(String(body.last_created_at ?? iso(0)));
		const updated = Date.parse(String(body.last_updated_at ?? iso(0)));
		const all = (sorted.list ??= [...rows].sort(orders[order]));
		const matches = all.filter(
			(row) =>
				row.created >= created &&
				row.updated >= updated &&
				(body.status === undefined || row.status === body.status),
		);
		const shown = matches.slice(offset, offset + Math.min(limit, pageSize)).map(shownAs(task));
		const tasks = worse(shown, glitch);
		const total =
			glitch === 'hugeTotal'
				? 1e12
				: glitch === 'noTotal'
					? '31'
					: isLie(glitch)
						? offset + tasks.length
						: matches.length;
		return { status: 200, headers: {}, body: { tasks, total_count: total } };
	};

	const search = (body: Record<string, unknown>, told: Glitch | undefined): HttpResponse => {
		const { limit = 100 } = body as { limit?: number };
		const cursor = (body.last_created_at ?? body.last_updated_at) as string | undefined;
		const [time = -1, second = 0] = (cursor?.split('|') ?? []).map(Number);
		const secondOf = (row: ModelRow) => (field === 'created' ? row.id : row.turn);
		const all = (sorted.search ??= [...rows].sort(
			(one, other) => one[field] - other[field] || secondOf(one) - secondOf(other),
		));
		const matches = all.filter(
			(row) => row[field] > time || (row[field] === time && secondOf(row) > second),
		);
		const shown = matches.slice(0, Math.min(limit, pageSize));
		const last = shown.at(-1);
		const isEnd = matches.length === shown.length;
		// The search tells no total, so what lacks documents is a lie, unless it goes on without any.
		const lacks = told === 'partial' || told === 'doubled' || (told === 'empty' && isEnd);
		const glitch = lacks ? once(told) : told;
		const documents = worse(shown.map(shownAs(document)), glitch);
		const goesOn = !isEnd && !isLie(glitch);
		return {
			status: 200,
			headers: {},
			body: {
				documents,
				has_next: glitch === 'noTotal' ? 'true' : goesOn,
				next_cursor: last && goesOn ? `${last[field]}|${secondOf(last)}` : null,
			},
		};
	};

	let requests = 0;
	return {
		requests: () => requests,
		/** Answers a request as the service would, in process. */
		transport: ({ path, body }: HttpRequest): Promise<HttpResponse> => {
			now += 1;
			requests++;
			const told = next();
			const glitch = isLie(told) ? once(told) : told;
			const asked = JSON.parse(String(body?.join('') ?? '{}')) as Record<string, unknown>;
			const answer = path.includes('search') ? search(asked, glitch) : list(asked, glitch);
			return Promise.resolve(broken(glitch) ?? answer);
		},
		rows: (): readonly ModelRow[] => [...rows],
		now: () => now,
		create,
		change: (id: number, status?: string) => {
			const row = rows.find((one) => one.id === id);
			if (!row) return;
			const revision = row.revision + 1;
			replace(id, { updated: stamp(), revision, ...(status && { status }) });
		},
		remove: (id: number) => {
			rows = rows.filter((row) => row.id !== id);
			sorted = {};
		},
		/** Has a row again that was removed, as one that was updated now. */
		restore: (row: ModelRow) => {
			rows.push({ ...row, updated: stamp(), turn: turns++ });
			sorted = {};
		},
		pass: (ms: number) => {
			now += ms;
		},
		/** Begins a poll whose answers go wrong so. */
		begin: (glitch: () => Glitch | undefined) => {
			lies = 0;
			next = glitch;
		},
	};
};
