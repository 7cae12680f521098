import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { jsonOf } from '../../n8n/executions';
import type { ListedTask } from '../service';
import { listTasks } from '../service';
import { check, control, endDryRun, requestsIn, runRecipe } from '../stage';
import type { Stage, Trial } from '../trial';

const told = z.array(
	z.object({ task_id: z.number(), task: z.string().min(1), result: z.string(), link: z.string() }),
);

const inOrder = (ids: readonly number[]): number[] => [...ids].sort((one, other) => one - other);
const isSame = (some: readonly number[], others: readonly number[]) =>
	isDeepStrictEqual(inOrder(some), inOrder(others));

/** The tasks that received a decision, oldest first. */
const decidedIn = async (stage: Stage): Promise<number[]> =>
	(await requestsIn(stage)).flatMap(({ path }) =>
		path.endsWith('/approve') ? [Number(path.split('/')[2])] : [],
	);

const everyTask = async ({ sandbox }: Stage): Promise<ReadonlyMap<number, ListedTask>> => {
	const { tasks } = await listTasks(sandbox, { include_inactive: true });
	return new Map(tasks.map((task) => [task.task_id, task]));
};

/** As if somebody else had just decided: section 4, Tasks. */
const conflicts = { kind: 'error', endpoint: 'approveTask', status: 409, count: 2 };

/** Between two reads of the sandbox, which refuses some of the decisions. */
export const trial: Trial = {
	recipe: 'bulk-approval',
	changesMost: true,
	async run(stage, recipe) {
		const { tasks: active } = await listTasks(stage.sandbox);
		const waiting = active
			.filter(
				({ current_step_id, status }) =>
					current_step_id === 'legal_approval' && status !== 'on_hold',
			)
			.map(({ task_id }) => task_id);
		const before = await everyTask(stage);
		const run = async () => {
			const { length } = await decidedIn(stage);
			const rows = told.parse(jsonOf(await runRecipe(stage, recipe), 'Tell What Happened'));
			const withResult = (start: string) =>
				rows.flatMap(({ task_id, result }) => (result.startsWith(start) ? task_id : []));
			return { rows, withResult, decided: (await decidedIn(stage)).slice(length) };
		};
		const dry = await run();
		await endDryRun(stage, recipe);
		await control(stage, '/faults', z.unknown(), conflicts);
		const live = await run();
		const after = await everyTask(stage);
		const again = await run();
		const approved = live.withResult('approved');
		const refused = live.withResult('not approved: ');
		const isUnchanged = (id: number) => isDeepStrictEqual(before.get(id), after.get(id));
		return {
			did: `${approved.length} approved, ${refused.length} refused`,
			items: live.rows.length,
			checks: [
				check(
					'The first run names every task that waits at the step, and sends nothing',
					isSame(dry.withResult('would be approved'), waiting) && dry.decided.length === 0,
				),
				check(
					'Refused tasks are told with a reason, and all others are approved',
					refused.length === conflicts.count && isSame([...approved, ...refused], waiting),
				),
				check('One decision is sent for each task', isSame(live.decided, waiting)),
				{
					promise: 'Only tasks that are told as approved changed',
					brokenBy: [...after.keys()].filter((id) => approved.includes(id) === isUnchanged(id)),
				},
				check(
					'Every row links to its task',
					live.rows.every(({ link }) => URL.canParse(link)),
				),
				check(
					'Another run approves no task twice, and approves the refused ones',
					isSame(again.decided, refused) && isSame(again.withResult('approved'), refused),
				),
			],
		};
	},
};
