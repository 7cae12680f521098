import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { owner } from '../../n8n/owner';
import { submitForm } from '../../n8n/pages/forms';
import { publish } from '../../n8n/publication';
import { listTasks } from '../service';
import { bodiesSentTo, ended, isSameJson, refusesStrangers } from '../stage';
import type { Promises, Stage, Trial } from '../trial';

/** As spreadsheet programs save lists: a byte order mark, semicolons, other capitals. */
const asSaved = (rows: readonly string[]) =>
	new File([`\uFEFFComment;Task_ID;Step;Decision\r\n${rows.join('\r\n')}`], 'list.csv');

/** A workbook with one row: reject task 10001 at the step legal_approval. */
const workbook = path.join(__dirname, '..', 'decisions.xlsx');

const formPath = 'decide-by-list';

/** Uploads a list and answers its plan: the page of the plan, and the last one. */
const upload = async (stage: Stage, file: File, answer: string) => {
	let plan = '';
	const answered = async (shown: string) => {
		plan = shown;
		return await Promise.resolve(['', answer]);
	};
	const { page, execution } = await submitForm(stage.n8n, formPath, [file], [answered]);
	ended(execution);
	return { plan, page };
};

const no = 'No, decide nothing';
const yes = 'Yes, decide';

const decideList = async (stage: Stage): Promise<Promises> => {
	const { tasks } = await listTasks(stage.sandbox);
	// Their rejection ends them.
	const [first, second] = tasks.filter(
		({ workflow_id, current_step_id, status }) =>
			workflow_id === 'wf_mutual_nda' &&
			current_step_id === 'legal_approval' &&
			status !== 'on_hold',
	);
	const elsewhere = tasks.find(({ current_step_id }) => current_step_id === 'finance_approval');
	const list = asSaved([
		`Grüße, "§ 1";${first?.task_id};legal_approval;Approve`,
		`;${second?.task_id};legal_approval;reject`,
		`;${elsewhere?.task_id};legal_approval;approve`,
		';{{ 6 * 7 }};legal_approval;approve',
		...[';;;', ' ; ;;', ''],
	]);
	const sent = () =>
		[first, second, elsewhere].flatMap((task) =>
			bodiesSentTo(stage, `/tasks/${task?.task_id}/approve`),
		);
	const { plan } = await upload(stage, list, no);
	const afterNo = sent();
	const { page } = await upload(stage, list, yes);
	const afterYes = sent();
	const again = await upload(stage, list, yes);
	return {
		'A person sees each row and what would happen': plan.split('<tr>').length === 6,
		'Nothing of the file is evaluated': plan.includes('6 * 7'),
		'Nothing is sent after no': afterNo.length === 0,
		'After yes, each task at its step is decided as its row says, in the name of who is signed in':
			page.includes('2 of 4 rows decided') &&
			isSameJson(afterYes, [
				{ approved: true, comment: 'Grüße, "§ 1"', user_email: owner.email },
				{ approved: false, user_email: owner.email },
			]),
		'The same list decides nothing twice': again.page.includes('0 of 4 rows decided'),
	};
};

const header = 'task_id,step,decision,comment';
const garbled = Buffer.from(`${header}\n10001,x,approve,Grüße`, 'latin1');

/** As Excel saves "Unicode Text". */
const unicodeText = Buffer.from(
	'\uFEFFtask_id\tstep\tdecision\tcomment\n10001\tlegal_approval\treject\tGrüße',
	'utf16le',
);

/** Files that are refused as a whole, by what is told. */
const refused: ReadonlyArray<readonly [promise: string, content: string | Buffer, told: string]> = [
	['A file with garbled text is refused', garbled, 'not in UTF-8'],
	['A list of column names alone is refused', header, 'has no rows'],
	['An empty file is refused', '', 'has no rows'],
];

const spreadsheet: Trial = {
	recipe: 'bulk-approval-from-spreadsheet',
	async run(stage, recipe) {
		await publish(stage.n8n, recipe.id);
		const promises: Record<string, Promises[string]> = {
			'Nobody can use it without a login': await refusesStrangers(stage, `form/${formPath}`),
			...(await decideList(stage)),
		};
		const read = [
			['An Excel file is read', 'list.xlsx', await readFile(workbook)],
			['A list in UTF-16 is read', 'list.txt', unicodeText],
		] as const;
		for (const [promise, name, content] of read) {
			const { plan } = await upload(stage, new File([content], name), no);
			promises[promise] = plan.includes('<td>10001</td>');
		}
		for (const [promise, content, told] of refused) {
			const { page } = await submitForm(stage.n8n, formPath, [new File([content], 'list.csv')]);
			promises[promise] = page.includes(told);
		}
		return promises;
	},
};

export const trials = [spreadsheet];
