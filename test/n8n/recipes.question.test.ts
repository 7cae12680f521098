import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jsonOf, readExecution } from '../../scripts/n8n/executions';
import { sendTo } from '../../scripts/n8n/forms';
import { publish } from '../../scripts/n8n/publication';
import { answer, linkIn, runBehind, until, waits } from '../../scripts/n8n/questions';
import { importWorkflow } from '../../scripts/n8n/workflows';
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

describe('with a time limit that is up', () => {
	const recipe = useRecipe('ask-in-the-task');

	it('who asked is told that nobody answered', async () => {
		const { n8n, file, sandbox, credential } = recipe();
		const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
		const nodes = file.nodes.map((node) =>
			node.name === 'Ask in the Task'
				? {
						...node,
						parameters: { ...node.parameters, options: { limitWaitTime: { values: limit } } },
					}
				: node.name === 'Ask a Question'
					? {
							...node,
							webhookId: 'd2bb8c1e-51f0-4b6c-9d19-0c3c4a8f8a11',
							parameters: { ...node.parameters, options: { path: 'ask-in-a-task-briefly' } },
						}
					: node,
		);
		await importWorkflow(n8n, { ...file, id: 'cwAskBriefly0001', nodes }, [credential]);

		await publish(n8n, 'cwAskBriefly0001');
		await sendTo(`${n8n.url}/form/ask-in-a-task-briefly`, () => {
			const form = new FormData();
			['10001', 'Anybody?', 'dana@nordwind.example'].forEach((value, index) =>
				form.set(`field-${index}`, value),
			);
			return { method: 'POST', body: form };
		});
		await until(() => commentsIn(sandbox).length > 0);
		const execution = await readExecution(n8n, runBehind(linkIn(commentsIn(sandbox)[0])));
		expect(jsonOf(execution, 'Nobody Answered')).toMatchObject([
			{ to: 'dana@nordwind.example', subject: 'Task 10001: nobody answered' },
		]);
	}, 180_000);
});
