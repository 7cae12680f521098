import { isDeepStrictEqual } from 'node:util';
import { jsonOf, readExecution } from '../../n8n/executions';
import { sendTo } from '../../n8n/pages/forms';
import { answer, linkIn, runBehind, until, waits } from '../../n8n/pages/questions';
import { bodiesSentTo, check, ended, publishRecipe } from '../stage';
import type { Check, Stage, Trial } from '../trial';

const task = '10001';

const asker = 'dana@nordwind.example';

/** The comments on the task that contain a link of this recipe. */
const questionsIn = async (stage: Stage): Promise<string[]> => {
	const bodies = (await bodiesSentTo(stage, `/tasks/${task}/comment`)) as Array<{
		readonly comment: string;
	}>;
	return bodies
		.map(({ comment }) => comment)
		.filter((comment) => linkIn(comment).includes('round=') && comment.includes(asker));
};

/** Submits the form, and returns its comments: one. */
const askBy = async (stage: Stage, question: string): Promise<string[]> => {
	const before = (await questionsIn(stage)).length;
	await sendTo(`${stage.n8n.url}/form/ask-in-a-task`, () => {
		const form = new FormData();
		[task, question, asker].forEach((value, index) => form.set(`field-${index}`, value));
		return { method: 'POST', body: form };
	});
	await until(async () => (await questionsIn(stage)).length > before);
	const made = (await questionsIn(stage)).slice(before);
	await waits(stage.n8n, runBehind(linkIn(made[0])));
	return made;
};

export const trial: Trial = {
	recipe: 'ask-in-the-task',
	async run(stage, recipe) {
		await publishRecipe(stage, recipe);
		const checks: Check[] = [];
		for (const [question, pressed, said, node] of [
			['May the draft go out?', 'approve', 'yes', 'Write Yes Message'],
			['May the term be ten years?', 'decline', 'no', 'Write No Message'],
		] as const) {
			const [comment = '', ...more] = await askBy(stage, question);
			const link = linkIn(comment);
			for (let visit = 0; visit < 5; visit += 1) await fetch(link);
			await answer(link, { answer: pressed, text: 'As agreed' });
			const run = ended(await readExecution(stage.n8n, runBehind(link)));
			const message = {
				to: asker,
				subject: `Task ${task}: ${said}`,
				text: `${question}\n\nThe answer is ${said}. As agreed`,
			};
			const others = ['Write Yes Message', 'Write No Message', 'Write Timeout Message'].filter(
				(name) => name !== node,
			);
			checks.push(
				check(
					`One comment asks, and says for whom: ${question}`,
					more.length === 0 &&
						comment.startsWith(`${question} (`) &&
						comment.endsWith(`Asked by ${asker}`),
				),
				check(
					`Opening the link submits no answer, and the person who asked gets the ${said} and the reason`,
					isDeepStrictEqual(jsonOf(run, node), [message]),
				),
				check(
					'No other message is written',
					others.every((name) => run.runData[name] === undefined),
				),
			);
		}
		return { did: 'asked twice on a task, and got a yes and a no', items: 2, checks };
	},
};
