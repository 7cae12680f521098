import type { Endpoint } from '../../src/contract';
import type { Departure } from '../reading/shape';

/** Something in which the service differs from the contract, or has more than it. */
export type Finding = {
	/** Method and path of the endpoint, or what else it is of. */
	readonly of: string;
	/** Without indices, for example `tasks[].status`. */
	readonly place: string;
	readonly expected: string;
	/** What came, a few of them. */
	readonly came: string[];
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
	add(of: string, departure: Departure): void;
}

const mostCame = 3;

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** No finding to begin with. */
export const createFindings = (): Findings => {
	const found = new Map<string, Finding & { readonly isNote: boolean }>();
	const all = (isNote: boolean): Finding[] =>
		[...found.values()].filter((finding) => finding.isNote === isNote);
	return {
		differences: () => all(false),
		notes: () => all(true),
		add(of, { place: first, kind, expected, came }) {
			const place = first.replace(/\[\d+\]/g, '[]');
			const key = JSON.stringify([of, place, kind, expected]);
			const known = found.get(key);
			if (known === undefined) {
				const isNote = kind === 'extra';
				found.set(key, { of, place, expected, came: [came], first, count: 1, isNote });
				return;
			}
			known.count += 1;
			if (!known.came.includes(came) && known.came.length < mostCame) known.came.push(came);
		},
	};
};
