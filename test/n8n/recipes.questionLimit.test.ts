import { expect, it } from '@jest/globals';
import { jsonOf, readExecution } from '../../scripts/n8n/executions';
import { sendTo } from '../../scripts/n8n/pages/forms';
import { linkIn, runBehind, until } from '../../scripts/n8n/pages/questions';
import { publish } from '../../scripts/n8n/publication';
import { importWorkflow } from '../../scripts/n8n/workflows';
import { commentsIn } from './question';
import { useRecipe } from './recipe';

const recipe = useRecipe('ask-in-the-task');

it('with a time limit that is up, who asked is told that nobody answered', async () => {
	const { n8n, file, sandbox, credential } = recipe();
	const limit = {
		limitWaitTime: true,
		limitType: 'afterTimeInterval',
		resumeAmount: 0.05,
		resumeUnit: 'minutes',
	};
	const nodes = file.nodes.map((node) =>
		node.name === 'Ask in the Task'
			? {
					...node,
					parameters: { ...node.parameters, ...limit },
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
	expect(jsonOf(execution, 'Write Timeout Message')).toMatchObject([
		{ to: 'dana@nordwind.example', subject: 'Task 10001: nobody answered' },
	]);
});
