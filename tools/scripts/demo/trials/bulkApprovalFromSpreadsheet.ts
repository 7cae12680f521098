import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { owner } from '../../n8n/owner';
import { submitForm } from '../../n8n/pages/forms';
import { listTasks, readTask } from '../service';
import { atLeastTwo, bodiesSentTo, check, ended, publishRecipe, refusesStrangers } from '../stage';
import type { Check, Stage, Trial } from '../trial';

/** As spreadsheet programs save lists: a byte order mark, semicolons, other capitals. */
const asSaved = (rows: readonly string[]) =>
	new File([`\uFEFFComment;Task_ID;Step;Decision\r\n${rows.join('\r\n')}`], 'list.csv');

/** A workbook with one row: reject task 10001 at the step legal_approval. */
const workbook = path.join(__dirname, '..', 'decisions.xlsx');

const formPath = 'decide-by-list';

/** The requests that decided these tasks. */
const sentTo = async (stage: Stage, ids: readonly string[]): Promise<unknown[]> =>
	(await Promise.all(ids.map((id) => bodiesSentTo(stage, `/tasks/${id}/approve`)))).flat();

/** Uploads a list and answers its plan: the page of the plan, and the last one. */
const upload = async (stage: Stage, file: File, answer: string) => {
	let plan = '';
	const { page, execution } = await submitForm(stage.n8n, formPath, [file], async (shown) => {
		plan = shown;
		return await Promise.resolve(['', answer]);
	});
	ended(execution);
	return { plan, page };
};

const no = 'No, decide nothing';
const yes = 'Yes, decide';

/** Two tasks whose rejection ends them, and one at another step. */
const waitingTasks = async ({ sandbox }: Stage) => {
	const { tasks } = await listTasks(sandbox);
	const [first, second] = atLeastTwo.parse(
		tasks
			.filter(
				({ workflow_id, current_step_id, status }) =>
					workflow_id === 'wf_mutual_nda' &&
					current_step_id === 'legal_approval' &&
					status !== 'on_hold',
			)
			.map(({ task_id }) => String(task_id)),
	);
	const other = tasks.find(({ current_step_id: id }) => id === 'finance_approval');
	return { first, second, elsewhere: String(other?.task_id) };
};

const decideList = async (stage: Stage): Promise<Check[]> => {
	const { first, second, elsewhere } = await waitingTasks(stage);
	const list = asSaved([
		`Grüße, "§ 1";${first};legal_approval;Approve`,
		`;${second};legal_approval;reject`,
		`;${elsewhere};legal_approval;approve`,
		';{{ 6 * 7 }};legal_approval;approve',
	]);
	const sent = async () => await sentTo(stage, [first, second, elsewhere]);
	const { length: earlier } = await sent();
	const { plan } = await upload(stage, list, no);
	const { length: afterNo } = await sent();
	const { page } = await upload(stage, list, yes);
	const decided = [(await sentTo(stage, [first])).at(-1), (await sentTo(stage, [second])).at(-1)];
	const { length: afterYes } = await sent();
	const states = async () => [
		await readTask(stage.sandbox, first),
		await readTask(stage.sandbox, second),
	];
	const before = await states();
	const again = await upload(stage, list, yes);
	return [
		check('A person sees each row and what would happen', plan.split('<tr>').length === 6),
		check('Nothing of the file is evaluated', plan.includes('6 * 7')),
		check('Nothing is sent after no', afterNo === earlier),
		check(
			'After yes, each task is decided as its row says, in the name of who is signed in',
			page.includes('2 of 4 rows decided') &&
				isDeepStrictEqual(decided, [
					{ approved: true, comment: 'Grüße, "§ 1"', user_email: owner.email },
					{ approved: false, user_email: owner.email },
				]),
		),
		check('A task at another step than its row is not decided', afterYes === earlier + 2),
		check(
			'The same list decides nothing twice',
			isDeepStrictEqual(await states(), before) && again.page.includes('0 of 4 rows decided'),
		),
	];
};

const header = 'task_id,step,decision,comment';

/** As Excel saves "Unicode Text". */
const unicodeText = Buffer.from(
	'\uFEFFtask_id\tstep\tdecision\tcomment\n10001\tlegal_approval\treject\tGrüße',
	'utf16le',
);

/** Files that are refused as a whole, by what is told. */
const refused: ReadonlyArray<readonly [promise: string, content: string | Buffer, told: string]> = [
	[
		'A file with garbled text is refused',
		Buffer.from(`${header}\n10001,x,approve,Grüße`, 'latin1'),
		'not in UTF-8',
	],
	[
		'A list with a task in two rows is refused',
		`${header}\n10001,x,approve,\n10001,x,reject,`,
		'in several rows',
	],
	['A missing column is named', 'task_id,decision\n10001,approve', 'no column step, comment'],
];

export const trial: Trial = {
	recipe: 'bulk-approval-from-spreadsheet',
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const checks = [
			check('Nobody can use it without a login', await refusesStrangers(stage, `form/${formPath}`)),
			...(await decideList(stage)),
		];
		const files = [
			['An Excel file is read', 'list.xlsx', await readFile(workbook)],
			['A list in UTF-16 is read', 'list.txt', unicodeText],
		] as const;
		for (const [promise, name, content] of files) {
			const { plan } = await upload(stage, new File([content], name), no);
			checks.push(check(promise, plan.includes('<td>10001</td>')));
		}
		for (const [promise, content, told] of refused) {
			const { page } = await submitForm(stage.n8n, formPath, [new File([content], 'list.csv')]);
			checks.push(check(promise, page.includes(told)));
		}
		return { did: 'planned lists, decided one, and refused others', items: 2, checks };
	},
};
