import type { Endpoint } from '../../src/contract';
import type { Departure } from '../reading/departure';

/** Something in which the service differs from the contract, or has more than it. */
export type Finding = {
	/** Method and path of the endpoint, or what else it is of. */
	readonly of: string;
	/** Without indices, for example `tasks[].status`. */
	readonly place: string;
	readonly expected: string;
	/** What came, a few of them. */
	readonly came: string[];
	/** What it means for who builds a workflow; empty where the difference says it by itself. */
	readonly effect: string;
	/** The place where it was met first. */
	readonly first: string;
	/** How often it was met. */
	count: number;
};

/** What a check found. Something that is met in many rows is one finding. */
export interface Findings {
	readonly differences: () => readonly Finding[];
	/** Fields that the contract does not know. */
	readonly notes: () => readonly Finding[];
	/** What the API text allows, and a workflow must know. */
	readonly remarks: () => readonly Finding[];
	/** Differences that a change of the list can have caused; the effect says why that is open. */
	readonly untold: () => readonly Finding[];
	add(of: string, departure: Departure): void;
}

const mostCame = 3;

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** No finding to begin with. */
export const createFindings = (): Findings => {
	const found = new Map<string, Finding & { readonly kind: Departure['kind'] }>();
	const all = (...kinds: ReadonlyArray<Departure['kind']>): Finding[] =>
		[...found.values()].filter(({ kind }) => kinds.includes(kind));
	const differences = (): Finding[] => all('missing', 'null', 'value');
	return {
		differences,
		notes: () => all('extra'),
		remarks: () => all('open'),
		untold: () =>
			all('untold').filter(
				({ of, place }) => !differences().some((one) => one.of === of && one.place === place),
			),
		add(of, { place: first, kind, expected, came, effect = '' }) {
			const place = first.replace(/\[\d+\]/g, '[]');
			const key = JSON.stringify([of, place, kind, expected]);
			const known = found.get(key);
			if (known === undefined) {
				found.set(key, { of, place, kind, expected, came: [came], effect, first, count: 1 });
				return;
			}
			known.count += 1;
			if (!known.came.includes(came) && known.came.length < mostCame) known.came.push(came);
		},
	};
};
