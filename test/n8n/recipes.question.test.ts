import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jsonOf, readExecution } from '../../scripts/n8n/executions';
import { sendTo } from '../../scripts/n8n/forms';
import { answer, linkIn, runBehind, until, waits } from '../../scripts/n8n/questions';
import { commentsIn } from './question';
import { useRecipe } from './recipe';

describe('a question in a task', () => {
	const recipe = useRecipe('ask-in-the-task');

	beforeAll(async () => await recipe().publish());
	beforeEach(() => recipe().sandbox.clearRequests());

	const ask = async (question: string): Promise<string> => {
		const { n8n, sandbox } = recipe();
		const response = await sendTo(`${n8n.url}/form/ask-in-a-task`, () => {
			const form = new FormData();
			['10001', question, 'dana@nordwind.example'].forEach((value, index) =>
				form.set(`field-${index}`, value),
			);
			return { method: 'POST', body: form };
		});
		expect(response.status).toBe(200);
		await until(() => commentsIn(sandbox).length > 0);
		const link = linkIn(commentsIn(sandbox).at(-1));
		await waits(n8n, runBehind(link));
		return link;
	};

	it.each([
		['approve', 'Yes', 'yes', 'Yes, says Ada'],
		['decline', 'No', 'no', 'No, says Ada'],
	])(
		'%s: who asked is told, with the reason and the claimed name',
		async (pressed, node, word, says) => {
			const link = await ask('May the draft go out?');
			expect(commentsIn(recipe().sandbox)).toEqual([
				expect.stringContaining('May the draft go out?\n\nAsked by dana@nordwind.example'),
			]);
			await answer(link, { answer: pressed, name: 'Ada', text: 'As agreed' });
			const execution = await readExecution(recipe().n8n, runBehind(link));
			expect(execution.status).toBe('success');
			expect(jsonOf(execution, node)).toEqual([
				{
					to: 'dana@nordwind.example',
					subject: `Task 10001: ${word}`,
					text: `May the draft go out?\n\n${says} (the name was given, not checked). As agreed`,
				},
			]);
			for (const other of ['Yes', 'No', 'Nobody Answered'].filter((name) => name !== node)) {
				expect(execution.runData[other]).toBeUndefined();
			}
		},
	);
});
