import { z } from 'zod';
import { jsonOf } from '../../../n8n/executions';
import { executionsOf, unpublish } from '../../../n8n/publication';
import { bodiesSentTo, check, control, publishRecipe, runRecipe } from '../../stage';
import type { Trial } from '../../trial';

const newVersion = z
	.object({
		subject: z.string(),
		text: z.string(),
		slug: z.string(),
		version: z.number(),
		created_at: z.string(),
	})
	.strict();

const slug = 'terms-of-service';

export const trial: Trial = {
	recipe: 'watch-clickwrap',
	async run(stage, recipe) {
		const { n8n } = stage;
		/** Publishing polls immediately. Returns all runs so far. */
		const poll = async (expected: number) => {
			await publishRecipe(stage, recipe);
			const runs = await executionsOf(n8n, recipe.id, expected);
			await unpublish(n8n, recipe.id);
			return runs;
		};
		const publishVersion = async (content: string) =>
			(
				await control(stage, `/clickwraps/${slug}/versions`, z.object({ version: z.number() }), {
					content,
				})
			).version;
		const before = [await poll(0), await poll(0)].flat();
		await publishVersion('Never seen');
		const content = 'By using the service you accept § 1 to § 5 – 第五条.';
		const version = await publishVersion(content);
		const asked = await bodiesSentTo(stage, `/server/clickwrap/${slug}`);
		const runs = await poll(1);
		const requests = (await bodiesSentTo(stage, `/server/clickwrap/${slug}`)).length - asked.length;
		const again = await poll(1);
		const messages = runs.flatMap((run) => z.array(newVersion).parse(jsonOf(run, 'Write Message')));
		const [message] = messages;
		const shown = jsonOf(await runRecipe(stage, recipe), 'Write Message');
		return {
			did: `noticed version ${version}`,
			items: messages.length,
			checks: [
				check('The first check only remembers existing versions', before.length === 0),
				check(
					'One run makes one message, by two requests',
					runs.length === 1 && messages.length === 1 && requests === 2,
				),
				check('No version is reported twice', again.length === 1),
				check(
					'The message has the name, the number and the text of the newest version alone',
					message?.subject === `New version ${version}: Terms of service` &&
						message.slug === slug &&
						message.version === version &&
						/^\d{4}-/.test(message.created_at) &&
						message.text.includes(content) &&
						!message.text.includes('Never seen'),
				),
				check('A test shows the active version', shown.length === 1),
			],
		};
	},
};
