import { createHash } from 'node:crypto';
import { z } from 'zod';
import { jsonOf } from '../../../n8n/executions';
import { askService } from '../../service';
import { check, runRecipe } from '../../stage';
import type { Trial } from '../../trial';

const file = z.object({ pages: z.number(), sha256: z.string() });
const comparison = z.object({
	result: z.string(),
	verdict: z.string(),
	approved: file,
	signed: file,
	passages: z.array(z.object({ approved: z.string(), signed: z.string() })),
});

const link = z.object({ download_url: z.string() });
const signedDocuments = z.object({ documents: z.array(link) });

const hashOf = async ({ download_url }: z.infer<typeof link>): Promise<string> => {
	const bytes = Buffer.from(await (await fetch(download_url)).arrayBuffer());
	return createHash('sha256').update(bytes).digest('hex');
};

export const trial: Trial = {
	recipe: 'signed-is-approved',
	async run(stage, recipe) {
		const compared = z
			.array(comparison)
			.parse(jsonOf(await runRecipe(stage, recipe), 'Compare Texts'));
		const task = '/tasks/10015';
		const { documents } = signedDocuments.parse(
			await askService(stage.sandbox, `${task}/signed-documents`),
		);
		const approved = await hashOf(
			link.parse(await askService(stage.sandbox, `${task}/steps/draft/document`)),
		);
		const signed = await Promise.all(documents.map(hashOf));
		return {
			did: `found that the ${compared[0]?.result ?? 'file is missing'}`,
			items: compared.length,
			checks: [
				check(
					'Each signed document is compared, by the hashes of both',
					compared.map((one) => one.signed.sha256).join() === signed.join() &&
						compared.every((one) => one.approved.sha256 === approved),
				),
				check(
					'A difference is never called equal',
					compared.every(
						({ result, passages }) => (result === 'text differs') === passages.length > 0,
					),
				),
			],
		};
	},
};
