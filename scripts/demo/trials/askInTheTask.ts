import { jsonOf, readExecution } from '../../n8n/executions';
import { sendTo } from '../../n8n/forms';
import { answer, linkIn, runBehind, until, waits } from '../../n8n/questions';
import { bodiesSentTo, check, ended, publishRecipe } from '../stage';
import type { Stage, Trial } from '../trial';

const task = '10001';

const linksOf = async (stage: Stage): Promise<string[]> => {
	const bodies = (await bodiesSentTo(stage, `/tasks/${task}/comment`)) as Array<{
		readonly comment: string;
	}>;
	return bodies.map(({ comment }) => linkIn(comment)).filter((link) => link.includes('round='));
};

/** Fills in the form, and gives the link of the comment that it made. */
const askBy = async (stage: Stage, question: string): Promise<string> => {
	const before = (await linksOf(stage)).length;
	await sendTo(`${stage.n8n.url}/form/ask-in-a-task`, () => {
		const form = new FormData();
		[task, question, 'dana@nordwind.example'].forEach((value, index) =>
			form.set(`field-${index}`, value),
		);
		return { method: 'POST', body: form };
	});
	await until(async () => (await linksOf(stage)).length > before);
	const link = (await linksOf(stage)).at(-1) ?? '';
	await waits(stage.n8n, runBehind(link));
	return link;
};

export const trial: Trial = {
	recipe: 'ask-in-the-task',
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const told: unknown[] = [];
		for (const [question, pressed, node] of [
			['May the draft go out?', 'approve', 'Yes'],
			['May the term be ten years?', 'decline', 'No'],
		] as const) {
			const link = await askBy(stage, question);
			for (let visit = 0; visit < 5; visit += 1) await fetch(link);
			await answer(link, { answer: pressed, name: 'Priya', text: '' });
			const run = ended(await readExecution(stage.n8n, runBehind(link)));
			told.push(...jsonOf(run, node).map(({ subject }) => subject));
		}
		return {
			did: 'asked twice in a task, and heard yes and no',
			items: told.length,
			checks: [
				check('Visits decide nothing, and a button does', told.length === 2),
				check('Yes comes out as yes', told[0] === `Task ${task}: yes`),
				check('No comes out as no', told[1] === `Task ${task}: no`),
			],
		};
	},
};
