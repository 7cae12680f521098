import type { Row } from '../../src';
import type { ErrorWords } from '../shared/errors';

/** What a list holds from some point on. */
export interface Reading {
	/** Each row once, oldest first as far as it can be told. */
	readonly rows: readonly Row[];
	/** Where the next reading begins. */
	readonly next: string;
	/** How many of the last rows the next reading brings again. */
	readonly again: number;
	/** Rows from the beginning of the list that each later reading, from whatever point, brings too. */
	readonly first?: readonly Row[];
}

/** A list that is watched, and what is news in it. */
export interface Watch {
	/** Tells this watch from those of other settings, whose memory is of no use to it. */
	readonly key: string;
	readonly statuses?: ErrorWords['statuses'];
	/**
	 * Reads the list from a point on, that point included: one that `starts` or an earlier reading
	 * gave.
	 */
	read(from: string): Promise<Reading>;
	/** Where a first reading may begin, narrowest first; the last one, '', reads everything. */
	starts(now: number): readonly string[];
	/** Rows that are there before the watch begins, where a first reading does not bring them all. */
	present?(): Promise<readonly Row[]>;
	idOf(row: Row): string;
	/** What makes a row news when it changes; undefined while the row is not what is watched for. */
	tokenOf(row: Row): string | undefined;
	/** Whether a row that is news comes out. */
	matches(row: Row): boolean;
	/** How many rows are remembered beyond those that the next reading brings again. */
	readonly remembers: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Times to begin at. The list itself tells the time: a start that brings rows is not ahead of the
 * service's clock, whatever n8n's clock says. One that brings none may be, so the next one is tried.
 */
export const recentStarts = (now: number): readonly string[] => [
	new Date(now - dayMs).toISOString(),
	new Date(now - 30 * dayMs).toISOString(),
	'',
];
