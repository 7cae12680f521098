import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fillStore, madeFrom } from '../seed';
import type { Service } from '../service';
import type { Store } from '../store/database';
import { openStore } from '../store/database';

/** Tables with what people set up and expect to keep: webhooks, and tokens that n8n obtained. */
const keptTables = ['subscriptions', 'access_tokens', 'refresh_tokens'] as const;

const copyRows = (from: Store, to: Store, table: (typeof keptTables)[number]): void => {
	for (const row of from.statement(`SELECT * FROM ${table}`).all()) {
		const values = Object.values(row);
		const places = values.map(() => '?').join(', ');
		// Tokens of the sample data already exist.
		to.statement(`INSERT OR IGNORE INTO ${table} VALUES (${places})`).run(...values);
	}
};

/**
 * Replaces all records with the original sample data of the store. Keys, tokens and webhook URLs
 * stay, and so do the clock, the latency, the faults and the rate windows.
 */
export const resetSampleData = ({ store, options, dispatcher }: Service): void => {
	const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-reset-'));
	try {
		const file = path.join(folder, 'fresh.db');
		const fresh = openStore(file, false, (empty) => {
			fillStore(empty, { ...options, ...madeFrom(store) });
			for (const table of keptTables) copyRows(store, empty, table);
		});
		fresh.close();
		store.restoreFrom(file);
		dispatcher.startOver();
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
};
