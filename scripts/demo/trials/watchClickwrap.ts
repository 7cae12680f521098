import { z } from 'zod';
import { jsonOf } from '../../n8n/executions';
import { executionsOf, unpublish } from '../../n8n/publication';
import { check, control, publishRecipe } from '../stage';
import type { Trial } from '../trial';

const newVersion = z.object({ version: z.number(), text: z.string() });

const slug = 'terms-of-service';

export const trial: Trial = {
	recipe: 'watch-clickwrap',
	async run(stage, recipe) {
		const { n8n } = stage;
		// Publishing polls at once; the first poll only remembers.
		await publishRecipe(stage, recipe);
		await unpublish(n8n, recipe.id);
		const content = 'By using the service you accept these terms, and § 5.';
		const published = z.object({ version: z.number() });
		const { version } = await control(stage, `/clickwraps/${slug}/versions`, published, {
			content,
		});
		await publishRecipe(stage, recipe);
		const runs = await executionsOf(n8n, recipe.id, 1);
		await unpublish(n8n, recipe.id);
		const messages = runs.flatMap((run) => z.array(newVersion).parse(jsonOf(run, 'Message')));
		const [message] = messages;
		return {
			did: `noticed version ${version}`,
			items: messages.length,
			checks: [
				check('One run makes one message', runs.length === 1 && messages.length === 1),
				check(
					'The message has the number and the text of the version',
					message?.version === version && message.text.includes(content),
				),
			],
		};
	},
};
