import type { HttpRequest, HttpResponse } from '../../src';

/** What goes wrong with an answer so that a reader can tell. */
export const glitches = [
	'empty',
	'partial',
	'doubled',
	'refused',
	'noJson',
	'hugeTotal',
	'noTotal',
] as const;

/** An answer that lacks rows, but agrees with itself: nothing tells it from the truth. */
export const lies = ['lyingEmpty', 'lyingPart', 'lyingOther'] as const;

export type Glitch = (typeof glitches)[number] | (typeof lies)[number];

const isLie = (glitch: Glitch | undefined) => lies.some((lie) => lie === glitch);

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

const worse = (shown: readonly object[], glitch: Glitch | undefined): readonly unknown[] => {
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
		default:
			return shown;
	}
};

export interface GlitchyOptions {
	readonly order?: Order;
	/** How coarse the clock is, in milliseconds. */
	readonly coarseMs?: number;
	/** By which time the search goes; which one the text does not show. */
	readonly searchBy?: 'created' | 'updated';
	/** What a row shows beside its revision, whenever it is shown. */
	readonly more?: (row: ModelRow) => object;
}

/** A list of tasks and a search of documents, whose answers go wrong as a test tells them to. */
export const glitchyService = (options: GlitchyOptions = {}) => {
	const { order = 'oldest created first', coarseMs = 1 } = options;
	const { searchBy: field = 'created', more = () => ({}) } = options;
	let rows: ModelRow[] = [];
	/** As the list and the search have them, until something changes. */
	let sorted: { list?: ModelRow[]; search?: ModelRow[] } = {};
	let now = Date.UTC(2026, 4, 4);
	let [lastId, turns, requests] = [0, 0, 0];
	let mayLie = true;
	/** Says what goes wrong with the next answer. */
	let next: () => Glitch | undefined = () => undefined;
	const stamp = () => Math.floor(now / coarseMs) * coarseMs;

	const replace = (id: number, changes: Partial<ModelRow>) => {
		const turn = turns++;
		rows = rows.map((row) => (row.id === id ? { ...row, ...changes, turn } : row));
		sorted = {};
	};

	const list = (body: Record<string, unknown>, glitch: Glitch | undefined) => {
		const { limit = 50, offset = 0 } = body as { limit?: number; offset?: number };
		const created = Date.parse(String(body.last_created_at ?? iso(0)));
		const updated = Date.parse(String(body.last_updated_at ?? iso(0)));
		const all = (sorted.list ??= [...rows].sort(orders[order]));
		const matches = all.filter((row) => row.created >= created && row.updated >= updated);
		const shown = matches.slice(offset, offset + limit);
		const tasks = worse(
			shown.map((row) => ({ ...task(row), ...more(row) })),
			glitch,
		);
		const total = isLie(glitch) ? offset + tasks.length : matches.length;
		const totals: Partial<Record<Glitch, unknown>> = { hugeTotal: 1e12, noTotal: '31' };
		return { tasks, total_count: (glitch && totals[glitch]) ?? total };
	};

	const search = (body: Record<string, unknown>, told: Glitch | undefined) => {
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
		const shown = matches.slice(0, limit);
		const last = shown.at(-1);
		const isEnd = matches.length === shown.length;
		// The search tells no total, so the last page lies when it lacks documents.
		const glitch = isEnd && !mayLie && told !== 'noTotal' ? undefined : told;
		const goesOn = !isEnd && !isLie(glitch);
		return {
			documents: worse(
				shown.map((row) => ({ ...document(row), ...more(row) })),
				glitch,
			),
			has_next: glitch === 'noTotal' ? 'true' : goesOn,
			next_cursor: last && goesOn ? `${last[field]}|${secondOf(last)}` : null,
		};
	};

	const answer = ({ path, body }: HttpRequest): HttpResponse => {
		now += 1;
		requests++;
		const told = next();
		const glitch = isLie(told) && !mayLie ? undefined : told;
		const headers = {};
		if (glitch === 'refused') return { status: 501, headers, body: { detail: 'x' } };
		if (glitch === 'noJson') return { status: 200, headers, body: '<html>' };
		const asked = JSON.parse(String(body?.join('') ?? '{}')) as Record<string, unknown>;
		const read = path.includes('search') ? search : list;
		return { status: 200, headers, body: read(asked, glitch) };
	};

	return {
		requests: () => requests,
		/** Answers a request as the service would, in process. */
		transport: async (request: HttpRequest) => await Promise.resolve(answer(request)),
		rows: (): readonly ModelRow[] => [...rows],
		create(status = 'pending') {
			const time = { created: stamp(), updated: stamp(), turn: turns++ };
			rows.push({ id: ++lastId, ...time, revision: 0, status });
			sorted = {};
			return lastId;
		},
		change(id: number, status?: string) {
			const row = rows.find((one) => one.id === id);
			if (!row) return;
			const revision = row.revision + 1;
			replace(id, { updated: stamp(), revision, ...(status && { status }) });
		},
		remove(id: number) {
			rows = rows.filter((row) => row.id !== id);
			sorted = {};
		},
		pass(ms: number) {
			now += ms;
		},
		/** Begins a poll whose answers go wrong so. */
		begin(glitch: () => Glitch | undefined, isTrue = false) {
			mayLie = !isTrue;
			next = glitch;
		},
	};
};

/** Makes rows, so many milliseconds apart. */
export const createRows = (
	service: ReturnType<typeof glitchyService>,
	count: number,
	apartMs = 10,
): void => {
	for (let made = 0; made < count; made++) {
		service.create();
		service.pass(apartMs);
	}
};
