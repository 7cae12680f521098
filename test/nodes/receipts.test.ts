import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Answer } from '../support/answeringServer';
import { sendJson, serverPool } from '../support/answeringServer';
import { runNode, storeFile } from '../support/n8nCore';
import type { OperationCase } from '../support/operations.table';
import { operationNamed, operations, task } from '../support/operations.table';
import { byId, itemsOf, keyCredential, parametersOf } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);
const folder = mkdtempSync(path.join(tmpdir(), 'contract-workflow-receipts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const key = 'sandbox_c2VjcmV0LW9mLXRoZS10ZXN0';
const zeros = '0'.repeat(64);
// A question holds a link with which everybody can answer: it has no receipt.
const question = 'task.sendAndWait';
const writes = operations.filter(({ kind, name }) => kind !== 'R' && name !== question);
const file = { data: 'YWJj', mimeType: 'text/plain', fileName: 'a.txt' };
const organization = { org_name: 'A', rate_limit_per_minute: 60, entities: [], api_key_id: 7 };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A service that tells the organization, and else answers as a test wants. */
const answering =
	(answer: Answer): Answer =>
	(response, request, index) => {
		if (request.line === 'GET /users/org-info') sendJson(response, 200, organization);
		else answer(response, request, index);
	};

interface Given extends Partial<Parameters<typeof runNode>[0]> {
	readonly more?: IDataObject;
	readonly safety?: INodeParameters;
	readonly performance?: INodeParameters;
}

const runAt = async (
	url: string,
	{ name, given }: Pick<OperationCase, 'name' | 'given'>,
	{ more, safety, performance, ...run }: Given = {},
) =>
	await runNode({
		parameters: parametersOf(name, {
			...given,
			...more,
			options: {
				safety: { addReceipt: true, ...safety },
				...(performance && { performance }),
			},
		}),
		credentials: keyCredential(url, key),
		items: [{ json: {}, binary: { data: file } }],
		...run,
	});

const receiptOf = ({ json }: INodeExecutionData): IDataObject =>
	(json.receipt ?? (json.error as IDataObject | undefined)?.receipt) as IDataObject;

const receiptsOf = (items: readonly INodeExecutionData[]) => items.map(receiptOf);

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const date = 'Sun, 22 Nov 2026 01:02:03 GMT';

describe('each operation that writes', () => {
	it.each(writes.map((operation) => [operation.name, operation] as const))(
		'%s gives a receipt that holds what was sent and answered',
		async (name, operation) => {
			const server = await serve(
				answering((response) => sendJson(response, 200, operation.answer, { date })),
			);
			const before = new Date().toISOString();
			const { output, error } = await runAt(server.url, operation);
			expect(error).toBeUndefined();
			const [receipt = {}] = receiptsOf(output);
			const { canonical, hash, previous_hash, request, ...facts } = receipt;
			expect(facts).toEqual({
				receipt_version: 1,
				outcome: 'done',
				operation: name,
				task_id: operation.line.includes('/tasks/1') || 'task_id' in operation.answer ? 1 : null,
				step_seen: null,
				decision: operation.kind === 'A' ? 'approve' : null,
				attributed_to: 'creator of the API key',
				api_key_id: 7,
				base_url: server.url,
				request_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
				sent_at: expect.stringMatching(time),
				answered_at: expect.stringMatching(time),
				service_date: date,
				status: 200,
				attempts: 1,
				n8n_workflow_id: 'test',
				n8n_workflow_name: 'test',
				n8n_execution_id: expect.anything(),
				n8n_node_name: expect.any(String),
				n8n_run_index: 0,
				n8n_item_index: 0,
			});
			expect(before <= String(facts.sent_at)).toBe(true);
			expect(String(facts.sent_at) <= String(facts.answered_at)).toBe(true);
			expect(JSON.parse(String(canonical))).toEqual({ ...facts, request });
			expect(previous_hash).toBe(zeros);
			expect(hash).toBe(sha256(zeros + String(canonical)));

			const [about, sent, ...others] = server.requests;
			expect([about?.line, others]).toEqual(['GET /users/org-info', []]);
			const { method, path: sentPath, body } = request as IDataObject;
			expect(`${String(method)} ${String(sentPath)}`).toBe(sent?.line);
			const digest = { size: 3, sha256: sha256('abc') };
			const shown = (sent?.body ?? '').replaceAll('"YWJj"', JSON.stringify(digest));
			expect(body).toEqual(shown === '' ? undefined : JSON.parse(shown));
			expect(JSON.stringify(receipt)).not.toContain('YWJj');
		},
	);

	it.each(writes.map((operation) => [operation.name, operation] as const))(
		'%s asks for no key and adds nothing without the option',
		async (_name, operation) => {
			const server = await serve((response) => sendJson(response, 200, operation.answer));
			const { output } = await runAt(server.url, operation, { safety: { addReceipt: false } });
			expect(server.requests).toHaveLength(1);
			expect(output[0]?.json).toEqual(expect.objectContaining(operation.answer));
			expect(output[0]?.json).not.toHaveProperty('receipt');
		},
	);

	it.each(writes.map((operation) => [operation.name, operation] as const))(
		'%s has one where the service refuses, and where nobody knows what became of it',
		async (_name, operation) => {
			for (const [status, outcome] of [
				[403, 'failed'],
				[599, 'unknown'],
			] as const) {
				const server = await serve(
					answering((response, { line }) =>
						line === 'GET /tasks/1'
							? sendJson(response, 200, { task })
							: sendJson(response, status, { detail: 'No' }),
					),
				);
				const { output } = await runAt(server.url, operation, { onError: 'continueRegularOutput' });
				const error = output[0]?.json.error as IDataObject;
				expect(error.outcome).toBe(outcome);
				expect(error.receipt).toMatchObject({ outcome, attempts: 1, previous_hash: zeros });
				expect((error.receipt as IDataObject).status).toBe(error.status);
			}
		},
	);
});

it('a question has none, though the option is left over from another operation', async () => {
	const server = await serve(answering((response) => sendJson(response, 200, {})));
	const { saved } = await runAt(server.url, operationNamed(question));
	expect(server.requests.map(({ line }) => line)).not.toContain('GET /users/org-info');
	expect(saved).not.toContain('receipt_version');
});

const approve = operationNamed('task.approve');
const comment = operationNamed('task.comment');
const approved = (task_id: number) => ({ ...approve.answer, task_id });
const tasks = (count: number) =>
	itemsOf(...Array.from({ length: count }, (_, index) => ({ task: index + 1 })));
const idIn = (line: string) => Number(/^\w+ \/tasks\/(\d+)/.exec(line)?.[1]);

it('names the member who was given, and the decision', async () => {
	const server = await serve(
		answering((response) => sendJson(response, 200, { ...approved(1), approved: false })),
	);
	const { output } = await runAt(server.url, approve, {
		more: { decision: 'reject', additionalFields: { userEmail: 'dana@example.com' } },
	});
	expect(receiptsOf(output)).toMatchObject([
		{ decision: 'reject', attributed_to: 'dana@example.com' },
	]);
});

describe('the step that was seen', () => {
	const guarded = { onlyIfCurrentStepIs: byId(task.current_step_id) };

	it('is that of the look right before', async () => {
		const server = await serve(
			answering((response, { line }) =>
				sendJson(response, 200, line.startsWith('GET') ? { task } : approved(1)),
			),
		);
		const { output } = await runAt(server.url, approve, { more: guarded });
		expect(receiptsOf(output)).toMatchObject([{ step_seen: task.current_step_id, attempts: 1 }]);
	});

	it('is in no receipt where the guard held the decision back, since nothing was sent', async () => {
		const server = await serve(
			answering((response) =>
				sendJson(response, 200, { task: { ...task, current_step_id: 'other' } }),
			),
		);
		for (const ifAlreadyDecided of ['skip', 'fail']) {
			const { output } = await runAt(server.url, approve, {
				more: { ...guarded, ifAlreadyDecided },
				onError: 'continueRegularOutput',
			});
			expect(output).toHaveLength(1);
			expect(receiptsOf(output)).toStrictEqual([undefined]);
		}
		expect(server.requests.filter(({ line }) => line.startsWith('POST'))).toEqual([]);
	});
});

it('a decision that came too late is skipped with the receipt of its refusal', async () => {
	const server = await serve(
		answering((response) => sendJson(response, 409, { detail: 'Already decided' })),
	);
	const { output } = await runAt(server.url, approve, { more: { ifAlreadyDecided: 'skip' } });
	expect(output[0]?.json.skipped).toBe(true);
	expect(receiptsOf(output)).toMatchObject([{ outcome: 'failed', status: 409 }]);
});

it('counts the tries, and tells when the one went out that was answered', async () => {
	let refusals = 2;
	const arrivals: string[] = [];
	const server = await serve(
		answering((response) => {
			arrivals.push(new Date().toISOString());
			if (refusals-- > 0) {
				sendJson(response, 429, { detail: 'Rate limit exceeded' }, { 'retry-after': '1' });
			} else sendJson(response, 200, comment.answer);
		}),
	);
	const { output } = await runAt(server.url, comment);
	const [receipt = {}] = receiptsOf(output);
	expect(receipt).toMatchObject({ outcome: 'done', attempts: 3, status: 200 });
	expect(String(receipt.sent_at) > String(arrivals[1])).toBe(true);
	expect(String(receipt.sent_at) <= String(arrivals[2])).toBe(true);
});

it('says that there was no answer, and no date of the service', async () => {
	const server = await serve(
		answering((response, { line }) => {
			response.sendDate = false;
			if (idIn(line) === 1) sendJson(response, 200, comment.answer);
			else response.socket?.resetAndDestroy();
		}),
	);
	const { output } = await runAt(server.url, comment, {
		items: tasks(2),
		onError: 'continueRegularOutput',
	});
	expect(receiptsOf(output)).toMatchObject([
		{ outcome: 'done', service_date: null, status: 200, answered_at: expect.any(String) },
		{ outcome: 'unknown', service_date: null, status: null, answered_at: null, attempts: 1 },
	]);
});

it('there is none where nothing can have gone out', async () => {
	const server = await serve(
		answering((response) => {
			sendJson(response, 200, comment.answer);
		}),
	);
	const { output } = await runAt(server.url, comment, {
		items: itemsOf({ task: 'x' }, { task: 2 }),
		onError: 'continueRegularOutput',
	});
	const [wrong, sent] = receiptsOf(output);
	expect(wrong).toBeUndefined();
	expect(sent).toMatchObject({ n8n_item_index: 1, previous_hash: zeros });
});

describe('where the service is not there any more', () => {
	/** Tells the organization, refuses as many posts, and is gone with its last answer. */
	const goneAfter = async (refusals: number) => {
		const server = await serve((response, { line }, index) => {
			if (index === refusals) response.on('finish', () => void stopAll());
			if (line.startsWith('GET')) sendJson(response, 200, organization);
			else sendJson(response, 429, { detail: 'Rate limit exceeded' }, { 'retry-after': '0' });
		});
		return server.url;
	};

	it('there is no receipt where no try went out', async () => {
		const { output } = await runAt(await goneAfter(0), comment, {
			onError: 'continueRegularOutput',
			performance: { maxWait: 1 },
		});
		expect(JSON.stringify(output)).toContain('ECONNREFUSED');
		expect(receiptsOf(output)).toStrictEqual([undefined]);
	});

	it('the receipt is that of the last try that went out', async () => {
		const { output } = await runAt(await goneAfter(1), comment, {
			onError: 'continueRegularOutput',
			performance: { maxWait: 1 },
		});
		expect(JSON.stringify(output)).toContain('ECONNREFUSED');
		const [receipt = {}] = receiptsOf(output);
		expect(receipt).toMatchObject({ outcome: 'failed', status: 429 });
		expect(Number(receipt.attempts)).toBeGreaterThan(1);
	});
});

it('the chain is in input order, whatever order the answers came in, failed items included', async () => {
	const count = 20;
	const server = await serve(
		answering((response, { line }) => {
			const id = idIn(line);
			const status = id % 3 === 0 ? 404 : 200;
			setTimeout(() => sendJson(response, status, comment.answer), (count - id) * 10);
		}),
	);
	const first = sha256('earlier');
	const { output } = await runAt(server.url, comment, {
		items: tasks(count),
		onError: 'continueRegularOutput',
		safety: { previousReceiptHash: first.toUpperCase() },
	});
	const receipts = receiptsOf(output);
	expect(receipts.map(({ task_id }) => task_id)).toEqual(
		Array.from({ length: count }, (_, index) => index + 1),
	);
	let previous = first;
	for (const { canonical, previous_hash, hash } of receipts) {
		expect(previous_hash).toBe(previous);
		expect(hash).toBe(sha256(previous + String(canonical)));
		previous = String(hash);
	}
	const sentAt = receipts.map(({ answered_at }) => String(answered_at));
	expect([...sentAt].sort()).not.toEqual(sentAt);
});

it('the receipts of both outputs are of one chain', async () => {
	const server = await serve(
		answering((response, { line }) =>
			sendJson(response, idIn(line) === 2 ? 404 : 200, comment.answer),
		),
	);
	const { output, errorOutput } = await runAt(server.url, comment, {
		items: tasks(3),
		onError: 'continueErrorOutput',
	});
	const [one = {}, three = {}] = receiptsOf(output);
	const [two = {}] = receiptsOf(errorOutput);
	expect([one.previous_hash, two.previous_hash, three.previous_hash]).toEqual([
		zeros,
		one.hash,
		two.hash,
	]);
});

it('Retry On Fail keeps the receipt of the try that sent an item, whatever is said by then', async () => {
	let failures = 1;
	const server = await serve(
		answering((response, { line }) => {
			if (idIn(line) === 2 && failures-- > 0) sendJson(response, 404, { detail: 'Gone' });
			else sendJson(response, 200, comment.answer);
		}),
	);
	const { output, error } = await runAt(server.url, comment, {
		items: tasks(2),
		tries: 2,
		more: { comment: '={{ "No " + Math.random() }}' },
		performance: { maxParallel: 1 },
	});
	expect(error).toBeUndefined();
	const sent = server.requests.filter(({ line }) => line.startsWith('POST'));
	expect(sent.map(({ line }) => idIn(line))).toEqual([1, 2, 2]);
	const [first = {}, second = {}] = receiptsOf(output);
	expect((first.request as IDataObject).body).toEqual(JSON.parse(sent[0]?.body ?? ''));
	expect((second.request as IDataObject).body).toEqual(JSON.parse(sent[2]?.body ?? ''));
	expect(second.previous_hash).toBe(first.hash);
	expect(first.hash).toBe(sha256(zeros + String(first.canonical)));
	expect(second).toMatchObject({ attempts: 1, status: 200 });
});

it('an item of unknown outcome keeps its receipt in the next try', async () => {
	const server = await serve(
		answering((response, { line }) => {
			if (line === 'GET /tasks/1') sendJson(response, 200, { task });
			else sendJson(response, 500, { detail: 'Oh' });
		}),
	);
	const { output } = await runAt(server.url, approve, {
		tries: 3,
		onError: 'continueRegularOutput',
	});
	expect(server.requests.filter(({ line }) => line.startsWith('POST'))).toHaveLength(1);
	const [receipt = {}] = receiptsOf(output);
	expect(receipt).toMatchObject({ outcome: 'unknown', status: 500, attempts: 1 });
	expect(receipt.hash).toBe(sha256(zeros + String(receipt.canonical)));
});

describe('the ID of the key', () => {
	it('is asked for once, before anything is sent', async () => {
		const server = await serve(answering((response) => sendJson(response, 200, comment.answer)));
		await runAt(server.url, comment, { items: tasks(5) });
		expect(server.requests.map(({ line }) => line.split(' ')[0])).toEqual([
			'GET',
			...Array<string>(5).fill('POST'),
		]);
	});

	it('stops the run before anything is sent, where the service does not tell it', async () => {
		const server = await serve((response) => sendJson(response, 404, { detail: 'No such org' }));
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const { error, output } = await runAt(
				server.url,
				operationNamed('document.updateAttributes'),
				{
					onError,
				},
			);
			const told = JSON.stringify([error?.message, error?.description, output]);
			expect(told).toContain('asked which organization the API key belongs to');
			expect(told).not.toContain('File ID');
		}
		expect(server.requests.map(({ line }) => line)).toEqual(Array(2).fill('GET /users/org-info'));
	});

	it('is null where the answer lacks it', async () => {
		const server = await serve((response, { line }) =>
			sendJson(
				response,
				200,
				line.startsWith('GET') ? { ...organization, api_key_id: undefined } : comment.answer,
			),
		);
		const { output } = await runAt(server.url, comment);
		expect(receiptsOf(output)).toMatchObject([{ api_key_id: null }]);
	});
});

describe('the hash before the first', () => {
	it.each([
		[{ previousReceiptHash: '={{ $json.nothing }}' }, /"Previous Receipt Hash" is empty/],
		[{ previousReceiptHash: 'abc' }, /must be a receipt hash of 64 hexadecimal digits, not abc/],
	])('%j is refused before anything is sent', async (safety, message) => {
		const server = await serve(answering((response) => sendJson(response, 200, comment.answer)));
		const { error } = await runAt(server.url, comment, { safety });
		expect(error?.message).toMatch(message);
		expect(server.requests).toEqual([]);
	});

	it('may be 64 zeros, which begin a chain', async () => {
		const server = await serve(answering((response) => sendJson(response, 200, comment.answer)));
		const { output } = await runAt(server.url, comment, {
			safety: { previousReceiptHash: '={{ $json.last ?? "0".repeat(64) }}' },
		});
		expect(receiptsOf(output)).toMatchObject([{ previous_hash: zeros }]);
	});
});

describe('no secret is in a receipt', () => {
	it.each([
		['in a comment', { more: { comment: `My key is ${key}` } }],
		[
			'in the name of a file',
			{
				name: 'task.addAttachments',
				items: [{ json: {}, binary: { data: { ...file, fileName: `${key}.txt` } } }],
			},
		],
	])('a key %s is refused before anything is sent', async (_where, given) => {
		const { name = 'task.comment', ...run }: Given & { readonly name?: string } = given;
		const server = await serve(answering((response) => sendJson(response, 200, comment.answer)));
		const { error } = await runAt(server.url, operationNamed(name), run);
		expect(error?.message).toMatch(/contains the API key/);
		expect(server.requests.filter(({ line }) => line.startsWith('POST'))).toEqual([]);
		expect(error?.message).not.toContain(key);
	});

	it('a key that the service repeats is masked, and the hash is that of what is told', async () => {
		const server = await serve(
			answering((response, { line }) => {
				const answer = line.startsWith('GET') ? { task } : approved(1);
				sendJson(response, 200, answer, { date: `Key ${key}` });
			}),
		);
		const { output } = await runAt(server.url, approve, {
			more: { onlyIfCurrentStepIs: byId(task.current_step_id) },
		});
		const [receipt = {}] = receiptsOf(output);
		expect(receipt.service_date).toBe('Key [secret removed]');
		expect(JSON.stringify(receipt)).not.toContain(key);
		expect(receipt.hash).toBe(sha256(zeros + String(receipt.canonical)));
	});
});

it('a file of the store is hashed as a stream, and comes into no receipt', async () => {
	const bytes = Buffer.alloc(3_000_000, 'contract ');
	const data = await storeFile(bytes, 'draft.pdf', 'application/pdf');
	const attach = operationNamed('task.addAttachments');
	const server = await serve(answering((response) => sendJson(response, 200, attach.answer)));
	const { output } = await runAt(server.url, attach, { items: [{ json: {}, binary: { data } }] });
	const [{ request } = {}] = receiptsOf(output);
	expect((request as { body: IDataObject }).body.files).toEqual([
		{
			filename: 'draft.pdf',
			base64_content: {
				size: bytes.length,
				sha256: createHash('sha256').update(bytes).digest('hex'),
			},
		},
	]);
	expect(JSON.stringify(output).length).toBeLessThan(5_000);
});

const script = path.join(__dirname, '..', '..', 'tools', 'scripts', 'checkReceipts.mjs');

/** What the script says of a file, without this project's code, and its exit code. */
const checkedFile = (text: string, ...more: string[]) => {
	const file = path.join(folder, 'receipts.json');
	writeFileSync(file, text);
	const { stdout, status } = spawnSync('node', [script, file, ...more], { encoding: 'utf8' });
	return { stdout, status };
};

/** What it says of a list of receipts. */
const checked = (receipts: unknown, ...more: string[]): string =>
	checkedFile(JSON.stringify(receipts), ...more).stdout;

describe('a file of receipts in which an object has a name twice', () => {
	const made = async () => {
		const server = await serve(answering((response) => sendJson(response, 200, comment.answer)));
		const text = '"hash":1,"hash":2 {"a":1,"a":2} \\" : 日本';
		const { output } = await runAt(server.url, comment, { items: itemsOf({ task: 1, text }) });
		return JSON.stringify(receiptsOf(output), null, 2);
	};

	it.each<[string, (text: string) => string]>([
		['the decision', (text) => text.replace('"decision":', '"decision": "reject",\n"decision":')],
		['the hash, escaped', (text) => text.replace('"hash":', '"ha\\u0073h": "x",\n"hash":')],
		['the same value', (text) => text.replace('"status": 200', '"status": 200, "status" : 200')],
		['a field of the request', (text) => text.replace('"body": {', '"body": 1, "body": {')],
		['the receipt of an item', (text) => `[{"receipt": {}, "receipt": ${text.slice(1, -1)}}]`],
	])('is broken: %s', async (_name, change) => {
		const text = await made();
		expect(checkedFile(text).stdout).toMatch(/^1 receipts checked, none is broken/);
		const { stdout, status } = checkedFile(change(text));
		expect(change(text)).not.toBe(text);
		expect(stdout).toBe(
			'The file is broken. An object in it has the same name twice, so it can be read in two ways.\n',
		);
		expect(status).toBe(1);
	});
});

describe('1,000 receipts, recomputed by a script of its own', () => {
	const count = 1_000;
	const made = async () => {
		const server = await serve(
			answering((response, { line }) =>
				sendJson(response, idIn(line) % 7 === 0 ? 404 : 200, comment.answer),
			),
		);
		const { output } = await runAt(server.url, comment, {
			items: itemsOf(
				...Array.from({ length: count }, (_, index) => ({
					task: index + 1,
					text: `No. ${index}: "§ 5" \u2028 ü 日本 😀 \\ \u0007`,
				})),
			),
			onError: 'continueRegularOutput',
		});
		return output;
	};

	it('are whole; one flipped byte anywhere in one of them is found and named', async () => {
		const output = await made();
		const receipts = receiptsOf(output);
		expect(checked(output)).toBe(
			`1000 receipts checked, none is broken. The last hash is ${String(receipts.at(-1)?.hash)}.\n`,
		);
		const at = 517;
		const broken = (change: (receipt: IDataObject) => IDataObject) =>
			checked(receipts.map((receipt, index) => (index === at ? change(receipt) : receipt)));
		const flipped = (text: string, place: number) =>
			text.slice(0, place) +
			String.fromCharCode(text.charCodeAt(place) ^ 1) +
			text.slice(place + 1);
		const original = receipts[at] ?? {};
		for (const [name, value] of Object.entries(original)) {
			const text = JSON.stringify(value);
			const changed =
				typeof value === 'string'
					? flipped(value, value.length >> 1)
					: typeof value === 'number'
						? value ^ 1
						: name === 'request'
							? (JSON.parse(text.replace('No. ', 'No, ')) as IDataObject)
							: 'x';
			expect(broken((receipt) => ({ ...receipt, [name]: changed }))).toMatch(
				/^Receipt 517 \(counted from 0\) is broken\. (Link|Hash|Facts):/,
			);
		}
		expect(broken((receipt) => ({ ...receipt, more: 1 }))).toMatch(/^Receipt 517 .*\. Facts: /);
		expect(checked(receipts.filter((_, index) => index !== at))).toMatch(
			/^Receipt 517 .*\. Link: /,
		);
		expect(checked([receipts[1], receipts[0]])).toMatch(/^Receipt 0 .*\. Link: /);
		expect(checked(receipts.slice(at), String(receipts[at - 1]?.hash))).toMatch(
			/^483 receipts checked, none/,
		);
	});
});

it('a receipt costs the journal little beside its own words', async () => {
	const count = 300;
	const server = await serve(
		answering((response, { line }) => {
			if (idIn(line) === count) sendJson(response, 404, { detail: 'No' });
			else sendJson(response, 200, comment.answer);
		}),
	);
	const { saved } = await runAt(server.url, comment, {
		items: tasks(count),
		tries: 2,
		performance: { maxParallel: 1 },
		more: { additionalFields: { addMarker: false } },
	});
	const run = JSON.parse(saved) as { data: { executionData: { contextData: object } } };
	const size = JSON.stringify(run.data.executionData.contextData).length / count;
	expect(size).toBeGreaterThan(100);
	expect(size).toBeLessThanOrEqual(920);
});
