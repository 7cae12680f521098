import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { askService } from '../../tools/scripts/demo/service';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { statusOf, until, waits } from '../../tools/scripts/n8n/pages/questions';
import { publish, unpublish } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { importWorkflow } from '../../tools/scripts/n8n/workflows';
import { readRecipe } from '../../tools/scripts/recipes';
import { makeTasks } from '../queue/approvals';
import { waitingFor } from './question';
import { click, executionBehind, slackApp, startSlack } from './slack';
import { keyOf, session } from './stack';

/* The recipe that asks in Slack, published, with a stand-in for Slack: no trial has one. */

const [lena, yuki, omar] = ['lena.schroeder', 'yuki.tanaka', 'omar.haddad'].map(
	(name) => `${name}@meridian.example`,
) as [string, string, string];
const emails = { U1: lena, U2: yuki, U3: omar };
const withoutEmail = 'U4';
const approvers = [...Object.keys(emails), withoutEmail];

let slack: Awaited<ReturnType<typeof startSlack>>;
let sandbox: Sandbox;
let n8n: N8n;
let key: StoredCredential;
let credentials: StoredCredential[];
/** Nobody answers it. n8n ends it within a minute, so it begins before all others. */
let unanswered: Question;

beforeAll(async () => {
	slack = await startSlack(emails);
	sandbox = await createSandbox({ rateLimit: 100_000 });
	n8n = session();
	key = await keyOf(n8n, sandbox);
	credentials = [key, await upsertCredential(n8n, slackApp)];
	// The first poll only remembers what waits.
	await poll({});
	unanswered = await ask({ options: { limitWaitTime: { values: waitingFor(20) } } });
});
afterAll(async () => {
	await slack?.stop();
	await sandbox?.stop();
});

/** Publishes the recipe with other parameters in the node that asks, which polls immediately. */
const poll = async (parameters: object): Promise<void> => {
	const file = await readRecipe('slack-approval');
	const nodes = file.nodes.map((node) =>
		node.name === 'Ask in Slack'
			? { ...node, parameters: { ...node.parameters, approvers, ...parameters } }
			: node,
	);
	await unpublish(n8n, file.id).catch(() => undefined);
	await importWorkflow(n8n, { ...file, nodes }, credentials);
	await publish(n8n, file.id);
};

/** What Slack was sent about a task, oldest first. */
const messagesAbout = (taskId: number) =>
	slack.messages.filter(({ text }) => text.includes(`task ${taskId}`));

/** Makes tasks that one poll finds, and gives the questions about them. */
const askAbout = async (count: number, parameters = {}) => {
	const taskIds = await makeTasks(sandbox, count);
	await poll(parameters);
	await until(() => taskIds.every((taskId) => messagesAbout(taskId).length > 0));
	const questions = taskIds.flatMap((taskId) =>
		messagesAbout(taskId).map(({ channel, text, buttons: [no = {}, yes = {}] }) => ({
			...{ taskId, channel, text, no, yes },
			execution: executionBehind(yes),
		})),
	);
	for (const { execution } of questions) await waits(n8n, execution);
	return questions;
};
type Question = Awaited<ReturnType<typeof askAbout>>[number];

const ask = async (parameters = {}) => (await askAbout(1, parameters))[0] as Question;

/** The comment of a decision that is not the recipe's. */
const elsewhere = 'Decided elsewhere';

/** The decisions that the recipe sent about a task. */
const decisionsAbout = ({ taskId }: Pick<Question, 'taskId'>) =>
	sandbox
		.requests()
		.filter(({ path }) => path === `/tasks/${taskId}/approve`)
		.map(({ body }) => body as { readonly comment?: string })
		.filter(({ comment }) => comment !== elsewhere);

/** The message that says what became of a task. */
const outcomeOf = async ({ taskId }: Question): Promise<string | undefined> => {
	await until(() => messagesAbout(taskId).length > 1);
	return messagesAbout(taskId)[1]?.text;
};

it('asks about each task of a poll, and decides it in the name of who answers', async () => {
	const questions = await askAbout(3);
	const [one, two, three] = questions as [Question, Question, Question];
	expect(questions).toHaveLength(3);
	expect(one).toMatchObject({
		channel: '#contracts',
		text: expect.stringMatching(
			/A &amp; &lt;!channel&gt; Ltd \(task \d+\) waits for approval at the step .+\nhttp\S+\/tasks\/\d+/,
		),
	});
	expect(await click(n8n, two.no, 'U2')).toBe(200);
	expect(await outcomeOf(two)).toContain(`Rejected: task ${two.taskId}. In the name of ${yuki}.`);
	expect([one, three].flatMap(decisionsAbout)).toEqual([]);
	expect(await click(n8n, three.yes, 'U3')).toBe(200);
	expect(await click(n8n, one.yes, 'U1')).toBe(200);
	await Promise.all([one, three].map(outcomeOf));
	expect(await click(n8n, one.yes, 'U1')).toBe(409);
	expect(questions.map(decisionsAbout)).toMatchObject([
		[{ approved: true, user_email: lena }],
		[{ approved: false, user_email: yuki }],
		[{ approved: true, user_email: omar }],
	]);
});

it.each([
	['of somebody who is not on the list', 200, 'U9', undefined],
	['with a forged signature', 401, 'U1', 'forged'],
])('takes no answer %s', async (_name, status, user, secret) => {
	const question = await ask();
	expect(await click(n8n, question.yes, user, secret)).toBe(status);
	expect(await statusOf(n8n, question.execution)).toBe('waiting');
	expect(decisionsAbout(question)).toEqual([]);
});

/** As if somebody else had decided the task. */
const move = async ({ taskId }: Question) =>
	await askService(sandbox, `/tasks/${taskId}/approve`, { approved: true, comment: elsewhere });

/** n8n takes other programs for bots, which only look at a link. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

it.each<[string, RegExp, (question: Question) => Promise<unknown>, object]>([
	[
		'an answer after the task has moved',
		/ is in progress at "Signature"/,
		async (question) => {
			await move(question);
			await click(n8n, question.yes, 'U1');
		},
		{},
	],
	[
		'somebody whose email Slack does not give',
		/"User Email"/,
		async ({ yes }) => await click(n8n, yes, withoutEmail),
		{},
	],
	[
		'a link without the person who opened it',
		/does not say who gave it/,
		async ({ yes: { url = '' } }) => await fetch(url, { headers: { 'user-agent': browser } }),
		{ captureResponder: false },
	],
])('decides nothing for %s, and says so', async (_name, reason, answer, parameters) => {
	const question = await ask(parameters);
	await answer(question);
	const outcome = await outcomeOf(question);
	expect(outcome).toMatch(/^Not decided: /);
	expect(outcome).toMatch(reason);
	expect(decisionsAbout(question)).toEqual([]);
});

it('decides nothing if nobody answers in time, and says so', async () => {
	expect(await outcomeOf(unanswered)).toMatch(/^Not decided: .* Nobody answered in time/);
	expect(decisionsAbout(unanswered)).toEqual([]);
});
