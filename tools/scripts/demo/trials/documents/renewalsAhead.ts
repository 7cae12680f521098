import { z } from 'zod';
import { jsonOf } from '../../../n8n/executions';
import { askService } from '../../service';
import { check, runRecipe } from '../../stage';
import type { Trial } from '../../trial';

const digest = z.object({
	due: z.array(z.object({ document_id: z.number(), date: z.string() })),
	to_check: z.array(z.object({ document_id: z.number() })),
});

const found = z.object({
	documents: z.array(
		z.object({
			document_id: z.number(),
			fields: z.array(
				z.object({
					org_field_id: z.number(),
					value: z.unknown(),
					is_unclear: z.boolean(),
				}),
			),
		}),
	),
});

export const trial: Trial = {
	recipe: 'renewals-ahead',
	async run(stage, recipe) {
		const told = digest.parse(jsonOf(await runRecipe(stage, recipe), 'Write Digest')[0]);
		const answer = await askService(stage.sandbox, '/core/documents/search', { limit: 200 });
		const unsure = found.parse(answer).documents.filter(({ fields }) => {
			const field = fields.find(({ org_field_id }) => org_field_id === 102);
			return !field || field.is_unclear || field.value === null;
		});
		const toCheck = told.to_check.map(({ document_id }) => document_id);
		const dates = told.due.map(({ date }) => date);
		return {
			did: `listed ${told.due.length} documents, and ${toCheck.length} to check`,
			items: told.due.length + toCheck.length,
			checks: [
				{
					promise: 'No document without a clear date is left out',
					brokenBy: unsure
						.map(({ document_id }) => document_id)
						.filter((id) => !toCheck.includes(id)),
				},
				{
					promise: 'None is listed twice',
					brokenBy: told.due
						.map(({ document_id }) => document_id)
						.filter((id) => toCheck.includes(id)),
				},
				check('The nearest date is first', dates.join() === [...dates].sort().join()),
			],
		};
	},
};
