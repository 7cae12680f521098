import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { jsonOf, readExecution, runWorkflow, startRun } from '../../tools/scripts/n8n/executions';
import { answer, linkIn, until, waits } from '../../tools/scripts/n8n/pages/questions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { firstStep, makeTasks } from '../queue/approvals';
import { timesDecided } from '../queue/decisions';
import { initiate, keysThatAre, launchesOf, tasksByKey } from './keyedLaunches';
import type { KeyedNode } from './keyedNode';
import { keyedNode } from './keyedNode';
import { approve, saveInRow, start } from './nodesInRow';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { nodeOf, packageType, publishTrigger } from './published';
import { askOnce, asking, begin, commentsIn } from './question';
import { keyOf } from './stack';
import { outputsOf } from './triggerWorkflow';

/* n8n is killed while it launches and decides, with a question open and a trigger published. */

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

let host: OwnN8n;
let n8n: N8n;
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
	[host, busy, calm] = [
		await ownN8n(),
		await createSandbox({ tasks: 0, rateLimit: 1_000_000 }),
		await createSandbox(),
	];
	n8n = await host.start();
	const [busyKey, calmKey] = [await keyOf(n8n, busy), await keyOf(n8n, calm)];
	const type = packageType('contractWorkflowPollingTrigger');
	const rarely = { pollTimes: { item: [{ mode: 'everyX', unit: 'hours', value: 12 }] } };
	const trigger = nodeOf('Trigger', type, { event: 'taskCreated', ...rarely }, [calmKey]);
	polling = await publishTrigger(n8n, trigger);
	questionRun = await begin(n8n, await askOnce(n8n, asking({}, calmKey)));
	await waits(n8n, questionRun);
	questionLink = linkIn(commentsIn(calm)[0]);
	const limit = { limitWaitTime: true, limitType: 'atSpecifiedTime' };
	const ends = { maxDateAndTime: '={{ $now.plus({ seconds: 1 }).toISO() }}' };
	const silent = asking({ ...limit, ...ends }, calmKey);
	unanswered = await begin(n8n, await saveInRow(n8n, calmKey, start, silent, approve()));
	await waits(n8n, unanswered);

	tasks = await makeTasks(busy, count, 'twoApprovals');
	busy.setLatency({ ms: 150 });
	launching = await keyedNode(n8n, busyKey);
	await launching.change(deals, { ...initiate, options: { maxParallel: launchesAtOnce } });
	deciding = await keyedNode(n8n, busyKey);
	await deciding.change(
		tasks.map((id) => ({ id })),
		decide,
	);
	await Promise.all([launching, deciding].map(async ({ id }) => await startRun(n8n, id, 'Start')));
	await until(() => launchesOf(busy) > doneBefore && timesDecided(busy).size > doneBefore);
	await host.kill();
	expect(launchesOf(busy)).toBeLessThan(count);
	expect(timesDecided(busy).size).toBeLessThan(count);
	busy.setLatency({ ms: 0 });
	created = await makeTasks(calm, 1);
	n8n = await host.start();
});
afterAll(async () => {
	await host?.remove();
	await busy?.stop();
	await calm?.stop();
});

describe('after n8n was killed and started again', () => {
	it('launches that run again with their keys start no contract twice', async () => {
		const again = await runWorkflow(n8n, launching.id, 'Start');
		expect(again.status).toBe('success');
		const items = jsonOf(again, 'Write');
		expect(items).toHaveLength(count);
		const started = await tasksByKey(busy);
		expect(deals.filter(({ deal }) => (started.get(deal) ?? 0) > 1)).toEqual([]);
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
		const times = timesDecided(busy);
		expect(tasks.filter((id) => times.get(id) !== 1)).toEqual([]);
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
