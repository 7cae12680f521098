import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { freePort } from '../../tools/scripts/n8n/installation/port';
import { owner } from '../../tools/scripts/n8n/owner';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { connect } from '../../tools/scripts/n8n/rest';
import type { N8nServer } from '../../tools/scripts/n8n/server';
import { startN8n } from '../../tools/scripts/n8n/server';
import { stackAddresses } from './stack';

/** An n8n of a test's own, with data of its own. */
export interface OwnN8n {
	/** The folder of its data. */
	readonly folder: string;
	/** Starts it, at the same address each time, and logs in. */
	start(): Promise<N8n>;
	/** Kills it as `kill -9` does, without a chance to end anything. */
	kill(): Promise<void>;
	/** All that its database holds, as rows by table. */
	tables(): Promise<Readonly<Record<string, readonly object[]>>>;
	/** Stops it and removes its data. */
	remove(): Promise<void>;
}

/** The Node that the scripts bring: it has SQLite. */
const node = join(__dirname, '..', '..', 'node_modules', 'node', 'bin', 'node');

const runSql = `
	const { DatabaseSync } = require('node:sqlite');
	const [file, statements] = process.argv.slice(1);
	const database = new DatabaseSync(file, { timeout: 10_000 });
	database.exec(statements);
	database.close();
`;

const readTables = `
	const { DatabaseSync } = require('node:sqlite');
	const database = new DatabaseSync(process.argv[1], { readOnly: true, timeout: 10_000 });
	const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
	const all = names.map(({ name }) => [name, database.prepare('SELECT * FROM "' + name + '"').all()]);
	const asText = (_name, value) =>
		value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
	process.stdout.write(JSON.stringify(Object.fromEntries(all), asText));
`;

/** Runs SQL in a database of n8n, from beside it. */
export const runSqlIn = async (file: string, statements: string): Promise<void> => {
	await promisify(execFile)(node, ['-e', runSql, file, statements]);
};

const tablesShape = z.record(z.array(z.record(z.unknown())));
const mostBytes = 500_000_000;

/** How an n8n of a test's own differs from others. */
export interface OwnSettings {
	/** More environment for n8n, by its folder, over what the scripts set. */
	readonly env?: (folder: string) => NodeJS.ProcessEnv;
	/** Without this package, until the test installs it. */
	readonly isBare?: boolean;
}

/** An n8n on data of its own, not started yet. */
export const ownN8n = async ({
	env = () => ({}),
	isBare = false,
}: OwnSettings = {}): Promise<OwnN8n> => {
	const folder = await mkdtemp(join(tmpdir(), 'contract-workflow-own-'));
	const port = await freePort();
	let server: N8nServer | undefined;
	const { firstData, n8nBin } = stackAddresses();
	if (!isBare && firstData !== undefined) await cp(firstData, folder, { recursive: true });
	const database = join(folder, '.n8n', 'database.sqlite');
	return {
		folder,
		async start() {
			const n8n = { bin: n8nBin };
			server = await startN8n({ n8n, userFolder: folder, port, env: env(folder) });
			return await connect(server.url, owner);
		},
		async kill() {
			if (!server) throw new Error('No n8n is running');
			process.kill(server.pid, 'SIGKILL');
			await server.ended;
			// n8n would wait ten seconds at its next start.
			await rm(join(folder, '.n8n', 'crash.journal'), { force: true });
		},
		async tables() {
			const args = ['-e', readTables, database];
			const { stdout } = await promisify(execFile)(node, args, { maxBuffer: mostBytes });
			return tablesShape.parse(JSON.parse(stdout));
		},
		async remove() {
			await server?.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
};
