import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createSandbox } from '../server';
import { StoreError, openStore } from '../store/database';
import { request } from './support/service';

jest.setTimeout(60_000);

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterAll(() => rm(folder, { recursive: true }));

const main = join(__dirname, '../main.ts');

const run = (...options: string[]) => {
	const child = spawn(process.execPath, ['--import', 'tsx', main, ...options]);
	const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
	let errors = '';
	child.stderr.on('data', (chunk: Buffer) => {
		errors += chunk.toString();
	});
	const firstLine = async (): Promise<Record<string, unknown>> => {
		for await (const line of createInterface(child.stdout)) return JSON.parse(line);
		throw new Error(`The sandbox ended without a line: ${errors}`);
	};
	return { child, ended, firstLine, errors: () => errors };
};

/** An address of this machine besides 127.0.0.1, as whoever is elsewhere uses it. */
const [elsewhere = '127.0.0.2'] = Object.values(networkInterfaces())
	.flatMap((addresses = []) => addresses)
	.flatMap(({ address, family, internal }) => (family === 'IPv4' && !internal ? address : []));

describe('command line', () => {
	let served: ReturnType<typeof run>;
	let line: Readonly<Record<string, unknown>>;
	let file: string;
	beforeAll(async () => {
		file = join(folder, 'busy.db');
		served = run('--host', '0.0.0.0', '--db', file, '--tasks', '1', '--documents', '2');
		line = await served.firstLine();
	});
	afterAll(async () => {
		served.child.kill('SIGTERM');
		expect(await served.ended).toEqual([0, null]);
	});

	it('prints all that a user needs as one line of JSON', () => {
		expect(Object.keys(line).join(' ')).toBe(
			'baseUrl appUrl controlUrl downloadUrl apiKey oauthToken apiKeys oauthTokens oauth ids',
		);
	});

	it.each([
		['an option', () => ['--tasks', 'many'], 'It must be a whole number of 0 or more.'],
		['the store', () => ['--db', file], 'in use by another sandbox'],
	])('says in one sentence what is wrong with %s', async (_what, options, message) => {
		const wrong = run(...options());
		expect((await wrong.ended)[0]).toBe(1);
		expect(wrong.errors()).toContain(message);
	});

	it('names a port that is taken', async () => {
		const port = Number(new URL(String(line.baseUrl)).port);
		await expect(createSandbox({ port, tasks: 1, documents: 1 })).rejects.toThrow(
			`Port ${port} of 127.0.0.1 cannot be opened`,
		);
	});

	it('with --host, only the API and its downloads are reached from elsewhere, by known names', async () => {
		const { baseUrl, appUrl, apiKey, ids } = line;
		const { port } = new URL(String(baseUrl));
		const inDocker = `http://host.docker.internal:${port}`;
		expect(served.errors()).toContain(`Base URL for n8n in Docker: ${inDocker}.`);
		const [task, step] = (ids as { stepWithDocument: string }).stepWithDocument.split(':');
		const ask = (path: string, headers: Record<string, string>) =>
			request('GET', `http://${elsewhere}:${port}${path}`, undefined, headers);
		const found = await ask(`/tasks/${task}/steps/${step}/document`, {
			host: `host.docker.internal:${port}`,
			'x-api-key': String(apiKey),
		});
		const download = String(found.data.download_url);
		expect(download).toMatch(`${inDocker}/download/`);
		expect((await ask(download.slice(inDocker.length), {})).status).toBe(200);
		expect((await ask('/tasks/1', { host: 'foreign.example' })).status).toBe(403);
		const page = String(appUrl).replace('127.0.0.1', elsewhere);
		await expect(request('GET', page, undefined, {})).rejects.toThrow('ECONNREFUSED');
	});
});

const olderStore = 'CREATE TABLE meta (a); CREATE TABLE api_keys (a); PRAGMA user_version = 1';

it.each([
	['older.db', olderStore, false, 'was created by a different version of the sandbox'],
	['foreign.db', 'CREATE TABLE invoices (a)', false, 'contains a different database'],
	['foreign-too.db', 'CREATE TABLE invoices (a)', true, 'contains a different database'],
	['text.db', null, false, 'cannot be opened as a sandbox store'],
	['text-too.db', null, true, 'cannot be opened as a sandbox store'],
])('a store leaves %s as it is, which it cannot use', async (name, sql, reset, message) => {
	const file = join(folder, name);
	if (sql === null)
		await writeFile(file, 'Not a database, but a text of some length. '.repeat(100));
	else {
		const db = new DatabaseSync(file);
		db.exec(sql);
		db.close();
	}
	const before = await readFile(file);
	const open = () => openStore(file, reset, () => undefined);
	expect(open).toThrow(StoreError);
	expect(open).toThrow(message);
	expect((await readFile(file)).equals(before)).toBe(true);
});
