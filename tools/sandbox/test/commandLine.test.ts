import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
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

describe('command line', () => {
	it('prints all that a user needs as one line of JSON, and ends cleanly', async () => {
		const { child, ended, firstLine } = run(
			'--tasks',
			'3',
			'--documents',
			'2',
			'--rate-limit',
			'77',
		);
		const line = await firstLine();
		expect(Object.keys(line)).toEqual([
			'baseUrl',
			'appUrl',
			'controlUrl',
			'downloadUrl',
			'apiKey',
			'oauthToken',
			'apiKeys',
			'oauthTokens',
			'oauth',
			'ids',
		]);
		expect(Object.keys(line.apiKeys as object)).toEqual(
			expect.arrayContaining([
				'main',
				'second',
				'limited',
				'inactive',
				'revoked',
				'expired',
				'ownerInactive',
				'otherOrganization',
			]),
		);
		expect(Object.keys(line.oauthTokens as object)).toEqual(
			expect.arrayContaining(['main', 'noScope', 'expired', 'revoked', 'noUser']),
		);
		expect(line.ids).toEqual({
			slug: 'terms-of-service',
			draftSlug: 'beta-terms',
			externalSourceId: 'CRM-2025-0001',
			fileId: expect.any(String),
			userId: expect.any(Number),
			stepWithDocument: '10001:draft',
			stepWithoutDocument: '10001:legal_approval',
		});
		const headers = { 'X-API-Key': String(line.apiKey) };
		const { data } = await request(
			'GET',
			`${String(line.baseUrl)}/users/org-info`,
			undefined,
			headers,
		);
		expect(data.rate_limit_per_minute).toBe(77);
		child.kill('SIGTERM');
		expect(await ended).toEqual([0, null]);
	});

	it('keeps its state in a file, and starts over with --reset', async () => {
		const db = join(folder, 'kept.db');
		const session = async (...options: string[]) => {
			const { child, ended, firstLine } = run('--db', db, '--tasks', '2', ...options);
			const { baseUrl, apiKey } = await firstLine();
			const create = () =>
				request(
					'POST',
					`${String(baseUrl)}/groups`,
					{ name: 'Kept' },
					{ 'X-API-Key': String(apiKey) },
				);
			const { status } = await create();
			child.kill('SIGINT');
			expect(await ended).toEqual([0, null]);
			return status;
		};
		expect(await session()).toBe(200);
		expect(await session()).toBe(400);
		expect(await session('--reset')).toBe(200);
	});

	it('refuses files that are no store of this version, and leaves them as they are', async () => {
		const make = (name: string, sql: string): string => {
			const file = join(folder, name);
			const db = new DatabaseSync(file);
			db.exec(sql);
			db.close();
			return file;
		};
		const older = make(
			'older.db',
			'CREATE TABLE meta (a); CREATE TABLE api_keys (a); PRAGMA user_version = 1',
		);
		const foreign = make(
			'foreign.db',
			'CREATE TABLE invoices (a); INSERT INTO invoices VALUES (7)',
		);
		const text = join(folder, 'text.db');
		await writeFile(text, 'Not a database, but a text that is long enough. '.repeat(100));
		const another = 'Choose another --db';
		for (const [file, reset, message] of [
			[
				older,
				[],
				`was created by a different version of the sandbox. ${another}, or delete the file to start over.`,
			],
			[foreign, [], `contains a different database. ${another}.`],
			[foreign, ['--reset'], `contains a different database. ${another}.`],
			[text, [], 'cannot be opened as a sandbox store: file is not a database.'],
			[text, ['--reset'], 'cannot be opened as a sandbox store: file is not a database.'],
		] as const) {
			const before = await readFile(file);
			const { ended, errors } = run('--db', file, ...reset);
			expect((await ended)[0]).toBe(1);
			expect(errors()).toBe(`${file} ${message}\n`);
			expect((await readFile(file)).equals(before)).toBe(true);
		}
		const { child, ended, firstLine } = run('--db', older, '--reset', '--tasks', '1');
		expect(await firstLine()).toHaveProperty('baseUrl');
		child.kill('SIGTERM');
		expect(await ended).toEqual([0, null]);
	});

	it('says in one sentence what is wrong', async () => {
		const wrong = run('--tasks', 'many');
		expect((await wrong.ended)[0]).toBe(1);
		expect(wrong.errors()).toContain('It must be a whole number of 0 or more.');
		const first = run('--db', join(folder, 'busy.db'), '--tasks', '1');
		const { baseUrl } = await first.firstLine();
		const second = run('--db', join(folder, 'busy.db'));
		expect((await second.ended)[0]).toBe(1);
		expect(second.errors()).toContain('in use by another sandbox');
		const port = new URL(String(baseUrl)).port;
		const third = run('--port', port, '--tasks', '1');
		expect((await third.ended)[0]).toBe(1);
		expect(third.errors()).toContain(`Port ${port} of 127.0.0.1 cannot be opened`);
		first.child.kill('SIGTERM');
		await first.ended;
	});
});
