import { z } from 'zod';
import { jsonOf } from '../../n8n/executions';
import { owner } from '../../n8n/owner';
import { submitForm } from '../../n8n/pages/forms';
import { executionsOf, publish, unpublish } from '../../n8n/publication';
import { withChat } from '../chat';
import { askService, listTasks } from '../service';
import {
	bodiesSentTo,
	changeSettings,
	endDryRun,
	ended,
	isSameJson,
	refusesStrangers,
	runRecipe,
} from '../stage';
import type { Stage, Trial } from '../trial';

const told = z.array(z.object({ task_id: z.number(), result: z.string() }));

const isSame = (some: readonly number[], others: readonly number[]) =>
	isSameJson(
		some.toSorted((one, other) => one - other),
		others.toSorted((one, other) => one - other),
	);

/** The tasks that received a decision, oldest first. */
const decidedIn = ({ sandbox }: Stage): number[] =>
	sandbox
		.requests()
		.flatMap(({ path }) => (path.endsWith('/approve') ? [Number(path.split('/')[2])] : []));

/** As if somebody else had just decided: section 4, Tasks. */
const conflicts = { endpoint: 'approveTask', kind: 'error', status: 409, count: 2 } as const;

const bulkApproval: Trial = {
	recipe: 'bulk-approval',
	changesMost: true,
	async run(stage, recipe) {
		const { tasks } = await listTasks(stage.sandbox);
		const waiting = tasks
			.filter((task) => task.current_step_id === 'legal_approval' && task.status !== 'on_hold')
			.map(({ task_id }) => task_id);
		const run = async () => {
			const { length } = decidedIn(stage);
			const rows = told.parse(jsonOf(await runRecipe(stage, recipe), 'Tell What Happened'));
			const withResult = (start: string) =>
				rows.flatMap(({ task_id, result }) => (result.startsWith(start) ? task_id : []));
			return { withResult, decided: decidedIn(stage).slice(length) };
		};
		const dry = await run();
		await endDryRun(stage, recipe);
		stage.sandbox.addFault(conflicts);
		const live = await run();
		const again = await run();
		const refused = live.withResult('not approved: ');
		return {
			'The first run names every task that waits at the step, and sends nothing':
				isSame(dry.withResult('would be approved'), waiting) && dry.decided.length === 0,
			'Refused tasks are told with a reason, and all others are approved':
				refused.length === conflicts.count &&
				isSame([...live.withResult('approved'), ...refused], waiting),
			'One decision is sent for each task': isSame(live.decided, waiting),
			'Another run approves no task twice, and approves the refused ones':
				isSame(again.decided, refused) && isSame(again.withResult('approved'), refused),
		};
	},
};

const formPath = 'decide-as-yourself';

/** The owner of n8n is a member of the sandbox's organization. */
const decideAsYourself: Trial = {
	recipe: 'decide-as-yourself',
	async run(stage, recipe) {
		await publish(stage.n8n, recipe.id);
		const { tasks } = await listTasks(stage.sandbox);
		const mine = tasks.find(
			({ assignee_email, current_step_type, status }) =>
				assignee_email === owner.email &&
				current_step_type === 'approval' &&
				status === 'in_progress',
		);
		// The sandbox has several of the same title and step.
		const name = `${String(mine?.task_title)} (${String(mine?.current_step_name)}, task ${mine?.task_id})`;
		const sent = () => bodiesSentTo(stage, `/tasks/${mine?.task_id}/approve`);
		const { length: earlier } = sent();
		const choose = async () => await Promise.resolve([[name], 'approve', '']);
		const decide = async () => {
			const { page, execution } = await submitForm(stage.n8n, formPath, [], [choose]);
			ended(execution);
			return page;
		};
		const tried = await decide();
		const { length: afterDryRun } = sent();
		await endDryRun(stage, recipe);
		await publish(stage.n8n, recipe.id);
		const page = await decide();
		const decided = sent().slice(earlier);
		return {
			'Nobody can use it without a login': await refusesStrangers(stage, `form/${formPath}`),
			'The first run shows what would happen, and sends nothing':
				tried.includes('would be decided') && afterDryRun === earlier,
			'The last page shows the result, and names the task by title and step':
				page.includes('1 of 1 decided') && page.includes(`${name}: approved`),
			'The decision is made in the name of the person who is signed in':
				decided.length === 1 && JSON.stringify(decided[0]).includes(owner.email),
		};
	},
};

const tellChatAboutWaitingTasks: Trial = {
	recipe: 'tell-chat-about-waiting-tasks',
	run: async (stage, recipe) =>
		await withChat(async (chat_url, texts) => {
			await changeSettings(stage, recipe, { chat_url });
			/** Publishing polls immediately. */
			const poll = async (expected: number) => {
				await publish(stage.n8n, recipe.id);
				const runs = await executionsOf(stage.n8n, recipe.id, expected);
				await unpublish(stage.n8n, recipe.id);
				runs.forEach(ended);
			};
			await poll(0);
			const { tasks } = await listTasks(stage.sandbox);
			const task = tasks.find(
				({ workflow_id, task_title, current_step_id, status }) =>
					task_title !== null &&
					workflow_id === 'wf_vendor_agreement' &&
					current_step_id === 'legal_approval' &&
					status === 'in_progress',
			);
			await askService(stage.sandbox, `/tasks/${task?.task_id}/approve`, { approved: true });
			await poll(1);
			await poll(1);
			const parts = [String(task?.task_title), 'Finance approval', String(task?.task_url)];
			return {
				'Each wait is told once, and none that was there before': texts.length === 1,
				'The message has the title, the step and the link of the task': parts.every((part) =>
					texts[0]?.includes(part),
				),
			};
		}),
};

const waitingReminder: Trial = {
	recipe: 'waiting-reminder',
	async run(stage, recipe) {
		const { tasks } = await listTasks(stage.sandbox);
		const late = tasks.filter(
			({ current_step_type, status, updated_at }) =>
				current_step_type === 'approval' &&
				status !== 'on_hold' &&
				Date.parse(String(updated_at)) < Date.now() - 3 * 86_400_000,
		);
		const assignees = late.map(({ assignee_email }) => assignee_email);
		const remind = async (decide_url: string) => {
			await changeSettings(stage, recipe, { decide_url });
			return jsonOf(await runRecipe(stage, recipe), 'Write Reminders');
		};
		const reminders = await remind('https://form');
		const told = reminders.flatMap(({ task_ids }) => z.array(z.number()).parse(task_ids));
		const lateIds = late.map(({ task_id }) => task_id);
		return {
			'Every task that waits too long is in one reminder, and no other': isSame(told, lateIds),
			'The link of the form ends the reminders of assignees only': reminders.every(
				({ to, text }) => JSON.stringify(text).endsWith('//form"') === assignees.includes(to),
			),
			'No link is there unless it is set': !JSON.stringify(await remind('')).includes('Decide the'),
			'Nobody gets two reminders': new Set(reminders.map(({ to }) => to)).size === reminders.length,
		};
	},
};

export const trials = [bulkApproval, decideAsYourself, tellChatAboutWaitingTasks, waitingReminder];
