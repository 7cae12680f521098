import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const waitMs = 10_000;

/** The columns of n8n's tables that contain the id of a workflow. */
const references = (database: DatabaseSync) =>
	database
		.prepare(
			`SELECT tables.name AS "table", keys."from" AS "column"
			FROM sqlite_master AS tables, pragma_foreign_key_list(tables.name) AS keys
			WHERE tables.type = 'table' AND keys."table" = 'workflow_entity' AND keys."to" = 'id'`,
		)
		.all();

/**
 * Changes the id of a workflow that was just stored, directly in n8n's database: n8n 1 accepts no
 * id in its REST interface.
 * @param userFolder the folder of n8n's data, with a SQLite database
 */
export const changeWorkflowId = (userFolder: string, from: string, to: string): void => {
	const file = path.join(userFolder, '.n8n', 'database.sqlite');
	// The id and its references are changed one after the other.
	const database = new DatabaseSync(file, { timeout: waitMs, enableForeignKeyConstraints: false });
	try {
		const columns = [{ table: 'workflow_entity', column: 'id' }, ...references(database)];
		database.exec('BEGIN IMMEDIATE');
		for (const { table, column } of columns) {
			database
				.prepare(
					`UPDATE "${String(table)}" SET "${String(column)}" = ? WHERE "${String(column)}" = ?`,
				)
				.run(to, from);
		}
		database.exec('COMMIT');
	} finally {
		database.close();
	}
};
