import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { listTasks } from '../../tools/scripts/demo/service';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import type { Execution } from '../../tools/scripts/n8n/executions';
import { jsonOf, readExecution, runWorkflow, startRun } from '../../tools/scripts/n8n/executions';
import { answer, linkIn, until, waits } from '../../tools/scripts/n8n/pages/questions';
import { unpublish } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { FaultServer } from '../faults/faultServer';
import { json, startFaultServer, text } from '../faults/faultServer';
import { firstStep, makeTasks, timesDecided } from '../queue/approvals';
import { initiate, keysThatAre, launchesOf, tasksByKey } from './keyedLaunches';
import type { KeyedNode } from './keyedNode';
import { keyedNode } from './keyedNode';
import { approve, saveInRow, start } from './nodesInRow';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { nodeOf, packageType, publishTrigger } from './published';
import { askOnce, asking, begin, commentsIn, waitingFor } from './question';
import { keyFor, keyOf } from './stack';
import { deliver, outputsOf, secret, signed, startTrigger, storeSecret } from './triggerWorkflow';

/*
 * What n8n keeps. First it is killed while it launches and decides, with a question open and a trigger
 * published. Then come the secrets and the data that pass through these nodes: docs/data.md says it,
 * and these tests hold it. They read n8n's whole database, and all its other files.
 */

const count = 60;
const doneBefore = 15;
/** Launches under way at the same time, and decisions, each of which sends two requests. */
const [launchesAtOnce, decisionsAtOnce] = [3, 5];
const deals = Array.from({ length: count }, (_, index) => ({ deal: `d-${index}` }));

/** Only at the step that was reviewed; what has been decided since is skipped. */
const decide = {
	resource: 'task',
	operation: 'approve',
	taskId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	decideIf: 'atStep',
	step: { __rl: true, mode: 'id', value: firstStep },
	ifMoved: 'skip',
	options: { maxParallel: decisionsAtOnce },
};

const apiKey = 'prefix_dGhlLWtleS10aGF0LW5vYm9keS1tYXktcmVhZA';
const accessToken = 'dGhlLXRva2VuLXRoYXQtbm9ib2R5LW1heS1yZWFk';
const clientSecret = 'dGhlLXNlY3JldC1vZi10aGUtY2xpZW50';
const signature = 'dGhlLXNpZ25hdHVyZS1vZi1hLWxpbms';
const keysByItem = { a: 'prefix_dGhlLWtleS1vZi1vcmdhbml6YXRpb24tYQ', b: 'prefix_dGhlLWtleS1vZi1i' };
const fileText = 'What the parties of this contract agree';

let host: OwnN8n;
let n8n: N8n;
let sandbox: Sandbox;
let service: FaultServer;
let key: StoredCredential;
let sandboxKey: StoredCredential;

/** A service that gives a file by a presigned link, and repeats the key that it refuses. */
const serveFile = async (): Promise<FaultServer> => {
	const server: FaultServer = await startFaultServer((_index, request) => {
		const line = request?.line ?? '';
		if (line.includes('/file?')) return { atBody: text(200, 'text/plain', fileText) };
		if (line.endsWith('/document')) {
			const download_url = `${server.url}/file?signature=${signature}`;
			return { atBody: json(200, { download_url, file_name: 'a.txt', expires_at: null }) };
		}
		const { 'x-api-key': key, authorization } = request?.headers ?? {};
		return { atBody: json(401, { detail: `Unknown: ${String(key ?? authorization)}` }) };
	});
	return server;
};

beforeAll(async () => {
	host = await ownN8n({ env: () => ({ N8N_LOG_LEVEL: 'debug' }) });
	[n8n, sandbox, service] = [await host.start(), await createSandbox(), await serveFile()];
	key = await keyFor(n8n, service.url, apiKey);
	sandboxKey = await keyOf(n8n, sandbox);
});
afterAll(async () => {
	await host?.remove();
	await sandbox?.stop();
	await service?.stop();
});

/** Runs rows through one node. */
const runRows = async (
	rows: readonly IDataObject[],
	parameters: INodeParameters,
	credential: StoredCredential,
	more: Partial<INode> = {},
): Promise<Execution & { readonly workflowId: string }> => {
	const { id, run } = await keyedNode(n8n, credential);
	return { workflowId: id, ...(await run(rows, parameters, more)) };
};

const ofTask = (operation: string, more: INodeParameters = {}): INodeParameters => ({
	resource: 'task',
	operation,
	taskId: { __rl: true, mode: 'id', value: '={{ $json.task }}' },
	...more,
});
const stepDocument = ofTask('getStepDocument', {
	stepId: { __rl: true, mode: 'id', value: 'draft' },
	download: true,
});

const staticData = z.object({ staticData: z.record(z.record(z.unknown())).nullable() });
const staticOf = async (workflowId: string): Promise<string> =>
	JSON.stringify(
		(await n8n.request('GET', `/workflows/${workflowId}`, staticData)).staticData ?? {},
	);

/** Everything that n8n holds, by the table or file that it is in, save its packages. */
const everything = async (): Promise<Map<string, string>> => {
	const all = new Map(
		Object.entries(await host.tables()).map(([name, rows]) => [name, JSON.stringify(rows)]),
	);
	const entries = await readdir(host.folder, { recursive: true, withFileTypes: true });
	for (const entry of entries) {
		const file = join(entry.parentPath, entry.name);
		if (!entry.isFile() || /node_modules|\.tgz$|database\.sqlite/.test(file)) continue;
		all.set(file, await readFile(file, 'latin1'));
	}
	return all;
};

const placesOf = (all: ReadonlyMap<string, string>, needle: string): string[] =>
	[...all].filter(([, content]) => content.includes(needle)).map(([name]) => name);

describe('after n8n was killed and started again', () => {
	/** The service of the launches and decisions, and that of the question and the trigger. */
	let busy: Sandbox;
	let calm: Sandbox;
	let launching: KeyedNode;
	let deciding: KeyedNode;
	let tasks: number[];
	let questionRun: string;
	let questionLink: string;
	/** Nobody answers it, and its time limit ends while n8n is down. */
	let unanswered: string;
	let polling: string;
	let created: number[];

	beforeAll(async () => {
		busy = await createSandbox({ tasks: 0, rateLimit: 1_000_000 });
		calm = await createSandbox();
		const [busyKey, calmKey] = [await keyOf(n8n, busy), await keyOf(n8n, calm)];
		const type = packageType('contractWorkflowPollingTrigger');
		const rarely = { pollTimes: { item: [{ mode: 'everyX', unit: 'hours', value: 12 }] } };
		const trigger = nodeOf('Trigger', type, { event: 'taskCreated', ...rarely }, [calmKey]);
		polling = await publishTrigger(n8n, trigger);
		questionRun = await begin(n8n, await askOnce(n8n, asking({}, calmKey)));
		await waits(n8n, questionRun);
		questionLink = linkIn(commentsIn(calm)[0]);
		const silent = asking(waitingFor(1), calmKey);
		unanswered = await begin(n8n, await saveInRow(n8n, calmKey, start, silent, approve()));
		await waits(n8n, unanswered);

		tasks = await makeTasks(busy, count, 'twoApprovals');
		for (const endpoint of ['initiateWorkflow', 'approveTask'] as const) {
			busy.addFault({ endpoint, kind: 'delay', delayMs: 1, count: doneBefore });
			// From here on nothing is answered, and two are carried out.
			busy.addFault({ endpoint, kind: 'hang', applied: true, count: 2 });
			busy.addFault({ endpoint, kind: 'hang', count: 2 * count });
		}
		launching = await keyedNode(n8n, busyKey);
		await launching.change(deals, { ...initiate, options: { maxParallel: launchesAtOnce } });
		deciding = await keyedNode(n8n, busyKey);
		await deciding.change(
			tasks.map((id) => ({ id })),
			decide,
		);
		await Promise.all(
			[launching, deciding].map(async ({ id }) => await startRun(n8n, id, 'Start')),
		);
		const decisions = () => busy.requests().filter(({ path }) => path.endsWith('/approve')).length;
		await until(() => Math.min(launchesOf(busy), decisions()) >= doneBefore + 3);
		await host.kill();
		busy.clearFaults();
		created = await makeTasks(calm, 1);
		n8n = await host.start();
	});
	afterAll(async () => {
		await busy?.stop();
		await calm?.stop();
	});

	it('launches that run again with their keys start no contract twice', async () => {
		const again = await runWorkflow(n8n, launching.id, 'Start');
		expect(again.status).toBe('success');
		const items = jsonOf(again, 'Write');
		expect(items).toHaveLength(count);
		const started = await tasksByKey(busy);
		expect(deals.filter(({ deal }) => (started.get(deal) ?? []).length > 1)).toEqual([]);
		const unknown = keysThatAre('unknown', items);
		const missing = deals.map(({ deal }) => deal).filter((deal) => !started.has(deal));
		expect(unknown).toEqual(expect.arrayContaining(missing));
		// Only what was under way when n8n was killed can be unknown.
		expect(unknown.length).toBeLessThanOrEqual(launchesAtOnce);
		expect(keysThatAre('done', items).length).toBeGreaterThan(0);
	});

	it('decisions that run again with their step decide each task once', async () => {
		const again = await runWorkflow(n8n, deciding.id, 'Start');
		expect(again.status).toBe('success');
		const items = jsonOf(again, 'Write');
		expect(items.filter(({ skipped }) => skipped).length).toBeGreaterThanOrEqual(doneBefore);
		const decided = (await listTasks(busy)).tasks.filter(({ task_id: id }) => tasks.includes(id));
		// The next step of the workflow: a second decision would have ended the task.
		expect(decided.map(({ current_step_id: step }) => step)).toEqual(
			tasks.map(() => 'finance_approval'),
		);
	});

	it('a question still takes its answer, and was asked once', async () => {
		await waits(n8n, questionRun);
		const recorded = await answer(questionLink, { answer: 'approve' });
		expect(await recorded.text()).toContain('was recorded');
		const execution = await readExecution(n8n, questionRun);
		expect(jsonOf(execution, 'After')).toMatchObject([{ data: { approved: true }, paired: true }]);
		// The log of this sandbox begins behind the first comment.
		expect(commentsIn(calm)).toEqual([]);
	});

	it('a question that nobody answered decides nothing', async () => {
		const execution = await readExecution(n8n, unanswered);
		expect(execution.error?.message).toBe('Nobody answered in time, so no decision');
		expect(timesDecided(calm).size).toBe(0);
	});

	it('the polling trigger knows what it has seen, and starts on what came meanwhile', async () => {
		const runs = await outputsOf(n8n, { id: polling });
		expect(runs.map(({ task_id: id }) => id)).toEqual(created);
	});
});

describe('secrets', () => {
	it('no key, token, secret or presigned link is in any table, log or file of n8n', async () => {
		const token = await upsertCredential(n8n, {
			name: 'Token',
			type: 'contractWorkflowOAuth2Api',
			data: {
				baseUrl: service.url,
				grantType: 'authorizationCode',
				accessTokenUrl: `${service.url}/token`,
				clientId: 'client',
				clientSecret,
				scope: 'users:read',
				authentication: 'header',
				oauthTokenData: { access_token: accessToken, token_type: 'Bearer' },
			},
		});
		const hook = await storeSecret(n8n);
		const published = await startTrigger(n8n, {}, [hook]);
		expect((await deliver(signed(published), { comment: 'Delivered' })).status).toBe(200);
		const refused = await runRows([{ task: 1 }], ofTask('get'), key);
		const refusedToken = await runRows(
			[{}],
			{ resource: 'organization', operation: 'get', credentialType: token.type },
			token,
		);
		expect([refused.status, refusedToken.status]).toEqual(['error', 'error']);
		const perItem = await keyFor(
			n8n,
			service.url,
			`={{ (${JSON.stringify(keysByItem)})[$json.organization] }}`,
		);
		const refusedItems = await runRows(
			[
				{ task: 11, organization: 'a' },
				{ task: 12, organization: 'b' },
			],
			ofTask('get'),
			perItem,
			{ onError: 'continueRegularOutput' },
		);
		expect(refusedItems.status).toBe('success');
		const keysSent = service.requests
			.filter(({ line }) => /\/tasks\/1[12]$/.test(line))
			.map(({ line, headers }) => [line.split('/')[2], headers['x-api-key']]);
		// The key of the second item is read, and not used.
		expect(keysSent).toEqual([['11', keysByItem.a]]);
		const downloaded = await runRows([{ task: 1 }], stepDocument, key);
		expect(downloaded.status).toBe('success');
		await unpublish(n8n, published.id);

		const all = await everything();
		// That the search finds what is there, in the database, in the log and among the files.
		expect(placesOf(all, 'Delivered')).toContain('execution_data');
		expect(placesOf(all, 'Workflow execution started')).toContain(join(host.folder, 'n8n.log'));
		expect(placesOf(all, fileText)).toEqual([expect.stringContaining('/storage/')]);
		const secrets = [apiKey, accessToken, clientSecret, signature, secret];
		for (const text of [...secrets, ...Object.values(keysByItem)]) {
			expect(placesOf(all, text)).toEqual([]);
			expect(placesOf(all, Buffer.from(text).toString('base64').replace(/=+$/, ''))).toEqual([]);
		}
	});
});

describe('what outlives executions', () => {
	it('static data of the polling trigger: digests, and what is compared', async () => {
		const { tasks } = await listTasks(sandbox);
		const trigger = (parameters: INodeParameters) =>
			nodeOf(
				'Trigger',
				packageType('contractWorkflowPollingTrigger'),
				{ pollTimes: { item: [{ mode: 'everyX', value: 1, unit: 'hours' }] }, ...parameters },
				[sandboxKey],
			);
		const updated = await publishTrigger(n8n, trigger({ event: 'taskUpdated' }));
		const text = await staticOf(updated);
		expect(text).toMatch(/"seen":\[(\[\d+,\d+,"[\w-]{16}"\],?)+\]/);
		for (const { task_title: title, owner_email: email } of tasks) {
			expect(text).not.toContain(String(title));
			if (email) expect(text).not.toContain(String(email));
		}
		const changed = await publishTrigger(
			n8n,
			trigger({ event: 'taskUpdated', watchedTaskFields: ['status'] }),
		);
		const compared = await staticOf(changed);
		expect(compared).toMatch(/"seen":\[(\[\d+,\d+,"\[\[\\"[a-z_]+\\"\]\]"\],?)+\]/);
		for (const { task_title: title } of tasks) expect(compared).not.toContain(String(title));
		for (const id of [updated, changed]) await unpublish(n8n, id);
	});

	it('keys of Send Once Per: hashes', async () => {
		const deal = 'deal-of-the-third-of-may';
		const comment = ofTask('comment', {
			comment: 'Won',
			idempotencyKey: '={{ $json.deal }}',
		});
		const { workflowId, status } = await runRows([{ task: 10001, deal }], comment, sandboxKey);
		expect(status).toBe('success');
		const kept = ((await host.tables()).processed_data as IDataObject[])
			.filter((row) => row.workflowId === workflowId)
			.map(({ value }) => String(value));
		expect(kept).toEqual([expect.stringMatching(/"data":\["[\w+/]{22}=="\]/)]);
		expect(kept[0]).not.toContain(deal);
	});
});
