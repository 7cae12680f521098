import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { base64, request, vendorVariables } from './support/service';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
const started: ChildProcess[] = [];
afterAll(async () => {
	for (const child of started) child.kill('SIGKILL');
	await rm(folder, { recursive: true });
});

const main = join(__dirname, '../main.ts');

const start = async (db: string) => {
	const options = ['--db', db, '--tasks', '3', '--documents', '3', '--rate-limit', '100000'];
	const child = spawn(process.execPath, ['--import', 'tsx', main, ...options]);
	started.push(child);
	for await (const text of createInterface(child.stdout)) {
		const line = JSON.parse(text) as { baseUrl: string; apiKey: string };
		return { child, ...line };
	}
	throw new Error('The sandbox ended before it was ready');
};

/** What the service acknowledged. */
interface Acknowledged {
	readonly comments: Map<number, string>;
	readonly tasks: number[];
}

/** Writes from eight sides at once until the process is gone; kills it after `last` answers. */
const writeUntilKilled = async (
	{ child, baseUrl, apiKey }: { child: ChildProcess; baseUrl: string; apiKey: string },
	round: number,
	last: number,
	acknowledged: Acknowledged,
): Promise<void> => {
	const headers = { 'X-API-Key': apiKey };
	let answers = 0;
	const post = async (path: string, body: unknown) => {
		const answer = await request('POST', `${baseUrl}${path}`, body, headers);
		expect(answer.status).toBe(200);
		answers += 1;
		if (answers === last) child.kill('SIGKILL');
		return answer.data;
	};
	const attachments = ['a.txt', 'b.txt'].map((filename, index) => ({
		filename,
		base64_content: base64(filename.repeat(2000 + index * 220_000)),
	}));
	const write = async (name: string, kind: number): Promise<void> => {
		if (kind === 0) {
			const data = await post('/tasks/10001/comment', { comment: name, attachments });
			acknowledged.comments.set(Number(data.activity_log_id), name);
		} else {
			const variables = { variables: vendorVariables };
			const data = await post('/workflows/wf_vendor_agreement/latest/initiate', variables);
			acknowledged.tasks.push(Number(data.task_id));
		}
	};
	const side = async (number: number): Promise<void> => {
		for (let count = 0; ; count += 1) {
			try {
				await write(`${round}-${number}-${count}`, (number + count) % 2);
			} catch (error) {
				if (!(child.killed && error instanceof Error && 'code' in error)) throw error;
				return;
			}
		}
	};
	const gone = once(child, 'exit');
	await Promise.all(Array.from({ length: 8 }, (_, number) => side(number)));
	await gone;
};

it('section "store": no acknowledged write is lost, and none is half there, when it is killed', async () => {
	const db = join(folder, 'killed.db');
	const acknowledged: Acknowledged = { comments: new Map(), tasks: [] };
	for (const [round, last] of [31, 74].entries()) {
		await writeUntilKilled(await start(db), round, last, acknowledged);
	}
	expect(acknowledged.comments.size).toBeGreaterThan(20);

	const store = new DatabaseSync(db);
	expect(store.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
	const comments = store
		.prepare(
			`
		SELECT a.activity_log_id, comment, count(content) AS files, min(length(content)) AS least,
			max(length(content)) AS most
		FROM activity_log a
		LEFT JOIN activity_attachments USING (activity_log_id) LEFT JOIN attachments USING (attachment_id)
		LEFT JOIN files USING (file_id)
		WHERE kind = 'comment' GROUP BY a.activity_log_id`,
		)
		.all();
	const kept = new Map(comments.map((row) => [Number(row.activity_log_id), String(row.comment)]));
	for (const [id, comment] of acknowledged.comments) expect(kept.get(id)).toBe(comment);
	for (const { files, least, most } of comments) {
		expect([files, least, most]).toEqual([2, 10_000, 1_110_000]);
	}
	const tasks = store
		.prepare(
			`
		SELECT task_id, listed, body, (SELECT count(*) FROM activity_log a
			WHERE a.task_id = t.task_id AND kind = 'initiated') AS initiated,
			(SELECT count(content) FROM step_documents d JOIN files USING (file_id)
			WHERE d.task_id = t.task_id) AS documents
		FROM tasks t WHERE task_id > 10003`,
		)
		.all();
	const ids = new Set(tasks.map(({ task_id }) => Number(task_id)));
	for (const id of acknowledged.tasks) expect(ids.has(id)).toBe(true);
	for (const task of tasks) {
		expect([task.initiated, task.documents]).toEqual([1, 1]);
		expect(JSON.parse(`{${String(task.listed)}${String(task.body)}`).step_runs).toHaveLength(3);
	}
	store.close();
}, 90_000);
