import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server';
import type { MirrorDatabase } from '../../scripts/mirror/database';
import { startMirrorDatabase } from '../../scripts/mirror/database';
import { upsertCredential } from '../../scripts/n8n/credentials';
import { jsonOf } from '../../scripts/n8n/executions';
import { serverPool } from '../support/answeringServer';
import { changeDocuments, differences, documentsOf, fingerprint } from './mirroredDocuments';
import type { RunningRecipe } from './recipe';
import { runNodes, useRecipe } from './recipe';

let folder: string;
let database: MirrorDatabase;
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-mirror-'));
	database = await startMirrorDatabase(folder);
});
afterAll(async () => {
	await database?.stop();
	await rm(folder, { recursive: true, force: true });
});

const credentials = () => [database.credential];

/** The statement of docs/mirror.md that makes the view. */
const documentedView = async (): Promise<string> => {
	const docs = await readFile(path.join(__dirname, '..', '..', 'docs', 'mirror.md'), 'utf8');
	return /^CREATE VIEW [^;]+;/m.exec(docs)?.[0] ?? '';
};

const hide = ({ service: { store } }: Sandbox, where: string): void => {
	store.db.exec(`UPDATE documents SET org_id = -org_id WHERE org_id > 0 AND ${where}`);
};
const showAgain = ({ service: { store } }: Sandbox): void => {
	store.db.exec('UPDATE documents SET org_id = -org_id WHERE org_id < 0');
};
const hideTask = ({ service: { store } }: Sandbox, id: number): void => {
	store.db.exec(`UPDATE tasks SET org_id = -org_id WHERE task_id = ${id}`);
	store.db.exec(
		'UPDATE task_counts SET total = (SELECT count(*) FROM tasks WHERE tasks.org_id = task_counts.org_id AND tasks.status = task_counts.status)',
	);
};

const { serve, stopAll } = serverPool();
afterAll(stopAll);

/** The address of a service that changes the text of what the sandbox answers. */
const changing = async ({ baseUrl, apiKeys }: Sandbox, change: (answer: string) => string) => {
	const { url } = await serve((response, { line, body }) => {
		void (async () => {
			const [method = '', target = ''] = line.split(' ');
			const headers = { 'X-API-Key': apiKeys.main, 'Content-Type': 'application/json' };
			const sent = method === 'GET' ? {} : { body };
			const answer = await fetch(`${baseUrl}${target}`, { method, headers, ...sent });
			response.writeHead(answer.status, { 'Content-Type': 'application/json' });
			response.end(change(await answer.text()));
		})();
	});
	return url;
};

describe('mirror-documents', () => {
	const recipe = useRecipe('mirror-documents', credentials, {
		documents: 700,
		rateLimit: 1_000_000,
	});
	const merge = async () => jsonOf(await recipe().run(), 'Merge Rows')[0];
	const gone = async () =>
		(
			await database.query(
				'SELECT document_id FROM contract_documents WHERE gone_at IS NOT NULL ORDER BY 1',
			)
		).map(Number);
	const isExact = async () =>
		expect(await differences(database, await documentsOf(recipe().sandbox))).toEqual({
			wrong: [],
			tooMany: [],
		});

	it('is exact, digests included, and writes what is new or differs, and nothing else', async () => {
		await merge();
		await isExact();
		const { added, removed, changed } = changeDocuments(recipe().sandbox, 30);
		const outcome = await merge();
		expect(Number(outcome?.new)).toBe(added);
		expect(Number(outcome?.gone)).toBe(removed);
		expect(Number(outcome?.changed)).toBeLessThanOrEqual(changed);
		await isExact();
	});

	it('shows the fields of all rows in the view of the docs, whatever a row holds', async () => {
		await database.query(await documentedView());
		const field = { org_field_id: 4, field_name: 'Law', field_value_type: 'text' };
		const rows = [
			{ fields: [{ ...field, value: 'a\u0000b \\u0000 \\\u0000\u0000', is_unclear: true }] },
			{ summary: '\u0000', fields: [{ ...field, field_name: '\u0000', value: 'x' }] },
			{ fields: [{ ...field, value: '\ud800 \udc00 😀 \\ud800', is_unclear: false }] },
			{ fields: [{ ...field, org_field_id: 1e30, value: [1], is_unclear: 'maybe' }, 5, null] },
			...[null, 'x', { a: 1 }].map((fields) => ({ fields })),
			{},
		];
		const numbers = ['1e400', '"1e400"', '-1E-400', '9'.repeat(60), '0.12345678901234567890'];
		const texts = [
			...rows.map((row) => JSON.stringify(row)),
			`{"fields":[${numbers.map((number) => `{"org_field_id":${number},"value":${number}}`).join()}]}`,
			'{"fields":[{"org_field_id":"9007199254740993","value":"9007199254740993"}],"fields\\u0000":1e400}',
		];
		const contents = texts.map((text, index) => `(${-1 - index}, '', $q$${text}$q$)`);
		await database.query(
			`INSERT INTO contract_documents (document_id, digest, content, written_at)
			SELECT id, digest, content::json, now() FROM (VALUES ${contents.join()}) AS v (id, digest, content)`,
		);
		const shown = await database.query(
			'SELECT * FROM contract_document_fields WHERE document_id < 0 ORDER BY document_id DESC',
		);
		const others = await database.query(
			'SELECT count(*) > 700 FROM contract_document_fields WHERE document_id > 0',
		);
		await database.query('DELETE FROM contract_documents WHERE document_id < 0');
		expect(shown).toEqual([
			'-1\t4\tLaw\ttext\ta�b \\u0000 \\��\tt',
			'-2\t4\t�\ttext\tx\t',
			'-3\t4\tLaw\ttext\t� � 😀 \\ud800\tf',
			'-4\t\tLaw\ttext\t[1]\tf',
			...numbers.map((number) => `-9\t\t\t\t${number.replaceAll('"', '')}\t`),
			'-10\t9007199254740993\t\t\t9007199254740993\t',
		]);
		expect(others).toEqual(['t']);
	});

	it('keeps each digit of a number, and sees that it changed', async () => {
		const { sandbox, n8n, credential } = recipe();
		const [id = ''] = await database.query('SELECT max(document_id) FROM contract_documents');
		const firstValue = new RegExp(
			`("document_id":${id},.*?"value":)(?:"(?:[^"\\\\]|\\\\.)*"|[^,}\\]]+)`,
		);
		const copied = async (digits: string) => {
			const withDigits = (answer: string) => answer.replace(firstValue, `$1${digits}`);
			const data = {
				baseUrl: await changing(sandbox, withDigits),
				apiKey: sandbox.apiKeys.main,
			};
			await upsertCredential(n8n, { name: credential.name, type: credential.type, data });
			const merged = await merge();
			const where = `document_id = ${id} AND content::text LIKE '%"${digits}"%'`;
			const [found] = await database.query(
				`SELECT count(*) FROM contract_documents WHERE ${where}`,
			);
			return { changed: merged?.changed, found };
		};
		expect(await copied('9007199254740993')).toEqual({ changed: '1', found: '1' });
		expect(await copied('9007199254740995')).toEqual({ changed: '1', found: '1' });
		const data = { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main };
		await upsertCredential(n8n, { name: credential.name, type: credential.type, data });
		expect(await merge()).toMatchObject({ changed: '1' });
		await isExact();
	});

	it('marks what is no longer shown, and takes the mark away when it comes again', async () => {
		const { sandbox } = recipe();
		const before = await gone();
		hide(sandbox, 'document_id BETWEEN 60100 AND 60104');
		await merge();
		const now = (await gone()).filter((id) => !before.includes(id));
		expect(now.length).toBeGreaterThan(0);
		await isExact();
		showAgain(sandbox);
		expect(await merge()).toMatchObject({ come_back: String(now.length), gone: '0' });
		expect(await gone()).toEqual(before);
		await isExact();
	});

	it('marks none where it would be too many, nor by an empty list, and says so', async () => {
		const { sandbox, run } = recipe();
		const before = await gone();
		hide(sandbox, 'document_id % 3 = 0');
		const refused = await run();
		expect(refused.status).toBe('error');
		expect(refused.error?.message).toMatch(
			/rows are missing in the new list, more than most_gone_percent/,
		);
		hide(sandbox, 'true');
		expect((await run()).status).toBe('error');
		expect(await gone()).toEqual(before);
		showAgain(sandbox);
		expect(await merge()).toMatchObject({ outcome: 'merged', gone: '0', changed: '0' });
	});

	it('marks none by a list that changed each time it was read', async () => {
		const { sandbox, run } = recipe();
		const before = await gone();
		hide(sandbox, 'document_id BETWEEN 60200 AND 60209');
		// With each request two more are missing: no two answers are of the same list.
		sandbox.setLatency({ ms: 40, spreadMs: 0 });
		sandbox.clearRequests();
		let isOver = false;
		const shrink = async () => {
			for (let hidden = 0; !isOver; await pause(2)) {
				const asked = sandbox.requests().length;
				if (asked > hidden) hide(sandbox, `document_id <= ${60_000 + 2 * asked}`);
				hidden = asked;
			}
		};
		const shrinking = shrink();
		const execution = await run();
		isOver = true;
		await shrinking;
		sandbox.service.store.db.exec(
			'UPDATE documents SET org_id = -org_id WHERE org_id < 0 AND document_id < 60200',
		);
		sandbox.setLatency({ ms: 0, spreadMs: 0 });
		expect(jsonOf(execution, 'Merge Rows')[0]).toMatchObject({
			outcome: 'merged',
			is_whole: false,
			gone: '0',
		});
		expect(await gone()).toEqual(before);
		expect(Number((await merge())?.gone)).toBeGreaterThan(0);
		await isExact();
	});

	it('merges one of two runs that read at the same time, and mixes nothing', async () => {
		const { sandbox, run } = recipe();
		changeDocuments(sandbox, 30);
		sandbox.setLatency({ ms: 400, spreadMs: 0 });
		const both = await Promise.all([run(), run()]);
		sandbox.setLatency({ ms: 0, spreadMs: 0 });
		const outcomes = both.map((execution) => jsonOf(execution, 'Merge Rows')[0]?.outcome);
		expect(outcomes.sort()).toEqual(['merged', 'overtaken']);
		await isExact();
		expect(await merge()).toMatchObject({ outcome: 'merged', new: '0', changed: '0' });
		expect(await database.query('SELECT count(*) FROM contract_mirror_staging')).toEqual(['0']);
	});

	it('writes nothing where a part of what was read is lost', async () => {
		const { sandbox, run } = recipe();
		const before = await fingerprint(database);
		changeDocuments(sandbox, 30);
		await database.query(`
			CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
			CREATE TRIGGER lose BEFORE INSERT ON contract_mirror_staging
			FOR EACH ROW WHEN (NEW.id % 50 = 0) EXECUTE FUNCTION lose()`);
		const execution = await run();
		await database.query('DROP TRIGGER lose ON contract_mirror_staging');
		expect(execution.error?.message).toMatch(/lacks some of the rows that were read/);
		expect(await fingerprint(database)).toEqual(before);
		expect(await merge()).toMatchObject({ outcome: 'merged' });
		await isExact();
	});
});

describe('mirror-tasks', () => {
	const recipe = useRecipe('mirror-tasks', credentials, { tasks: 300 });
	const merge = async () => jsonOf(await recipe().run(), 'Merge Rows')[0];
	const count = async (where: string) =>
		Number((await database.query(`SELECT count(*) FROM contract_tasks WHERE ${where}`))[0]);

	it('reads only tasks that changed after the first run of a day', async () => {
		const { ask } = recipe();
		expect(await merge()).toMatchObject({ is_whole: true });
		const idle = await merge();
		expect(idle).toMatchObject({ is_whole: false });
		expect(Number(idle?.rows)).toBeLessThan(20);
		await ask('/workflows/wf_mutual_nda/latest/initiate', {
			variables: [{ variable_id: 'counterparty', type: 'text', value: 'Nord\u0000wind' }],
		});
		expect(await merge()).toMatchObject({ is_whole: false, new: '1', changed: '0' });
		expect(await count("content::text LIKE '%Nord_u0000wind%'")).toBe(1);
	});

	it('marks what is gone by the first reading of a day, and by no other', async () => {
		hideTask(recipe().sandbox, 10011);
		expect(await merge()).toMatchObject({ is_whole: false, gone: '0' });
		expect(await count('gone_at IS NOT NULL')).toBe(0);
		await database.query("UPDATE contract_mirrors SET full_at = now() - interval '1 day'");
		expect(await merge()).toMatchObject({ is_whole: true, gone: '1' });
		expect(await count('gone_at IS NOT NULL AND task_id = 10011')).toBe(1);
	});
});

/** The rows of a Data Table. */
const rowsOf = async ({ n8n }: RunningRecipe, table: string) => {
	const dataTableId = { __rl: true, mode: 'name', value: table };
	const get = { resource: 'row', operation: 'get', dataTableId, returnAll: true };
	return jsonOf(await runNodes(n8n, [['dataTable', get]]), 'Step 1');
};

describe('mirror-documents-table', () => {
	const recipe = useRecipe('mirror-documents-table', undefined, { documents: 120 });
	const changes = async () => jsonOf(await recipe().run(), 'Compare Rows');
	const rows = async () => await rowsOf(recipe(), 'Contract documents mirror');

	it('writes what changed, went or came again, and nothing else', async () => {
		const { sandbox, ask } = recipe();
		await changes();
		const digests = new Map((await rows()).map((row) => [row.document_id, row.digest]));
		expect(digests.size).toBe(120);
		await ask(
			`/core/files/${sandbox.ids.fileId}/attributes`,
			{ attributes: [{ name: 'note', data_type: 'text', value: 'x' }] },
			'PATCH',
		);
		hide(sandbox, 'document_id = 60050');
		expect((await changes()).map(({ change, document_id: id }) => [change, id])).toEqual([
			['update', 60001],
			['update', 60050],
		]);
		const now = await rows();
		expect(now).toHaveLength(120);
		const row = (id: number) => now.find(({ document_id: one }) => one === id);
		expect(row(60001)?.digest).not.toBe(digests.get(60001));
		expect(now.filter(({ gone_at: at }) => at !== null)).toEqual([row(60050)]);
		expect(await changes()).toEqual([]);
		showAgain(sandbox);
		expect(await changes()).toHaveLength(1);
		expect((await rows()).filter(({ gone_at: at }) => at !== null)).toEqual([]);
	});

	it('marks none by an empty list, and says so', async () => {
		const { sandbox, run } = recipe();
		hide(sandbox, 'true');
		const execution = await run();
		showAgain(sandbox);
		expect(execution.error?.message).toMatch(/^120 of 120 rows are missing in the new list/);
		expect((await rows()).filter(({ gone_at: at }) => at !== null)).toEqual([]);
	});
});

describe('mirror-tasks-table', () => {
	const recipe = useRecipe('mirror-tasks-table', undefined, { tasks: 60 });

	it('marks a task that is gone, and keeps its row', async () => {
		const { sandbox, run } = recipe();
		await run();
		hideTask(sandbox, 10011);
		await run();
		const rows = await rowsOf(recipe(), 'Contract tasks mirror');
		expect(rows).toHaveLength(60);
		expect(rows.filter(({ gone_at: at }) => at !== null)).toEqual([
			expect.objectContaining({ task_id: 10011 }),
		]);
	});
});
