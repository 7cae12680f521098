import { z } from 'zod';
import { jsonOf } from '../../n8n/executions';
import { askService } from '../service';
import { check, runRecipe } from '../stage';
import type { Trial } from '../trial';

const digest = z.object({
	text: z.string(),
	documents: z.array(z.object({ document_id: z.number(), date: z.string(), problem: z.string() })),
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
		const idsOf = (documents: typeof told.documents) =>
			documents.map(({ document_id }) => document_id);
		const toCheck = idsOf(told.documents.filter(({ problem }) => problem !== ''));
		const due = told.documents.filter(({ problem }) => problem === '');
		const dates = due.map(({ date }) => date);
		const days = (count: number) =>
			new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
		return {
			did: `listed ${due.length} documents, and ${toCheck.length} to check`,
			items: told.documents.length,
			checks: [
				{
					promise: 'No document without a clear date is left out',
					brokenBy: unsure
						.map(({ document_id }) => document_id)
						.filter((id) => !toCheck.includes(id)),
				},
				{
					promise: 'None is listed twice',
					brokenBy: idsOf(due).filter((id) => toCheck.includes(id)),
				},
				{
					promise: 'Only dates in the next days are listed',
					brokenBy: dates.filter((date) => date < days(-1) || date > days(91)),
				},
				check('The nearest date is first', dates.join() === [...dates].sort().join()),
			],
		};
	},
};
