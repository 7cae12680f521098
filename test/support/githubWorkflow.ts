import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const step = z
	.object({
		uses: z.string().optional(),
		run: z.string().optional(),
		with: z.record(z.unknown()).optional(),
		env: z.record(z.string()).optional(),
	})
	.strict();

const permissions = z.record(z.enum(['read', 'write']));

const workflow = z.object({
	permissions,
	jobs: z.record(
		z.object({ needs: z.string().optional(), permissions, steps: z.array(step).nonempty() }),
	),
});

/** A step of a job: an action or a command. */
export type Step = z.infer<typeof step>;

/** A workflow of GitHub Actions, as far as ours say something. */
export type GithubWorkflow = z.infer<typeof workflow>;

const project = path.join(__dirname, '..', '..');

/** The text of a workflow of this repository. */
export const workflowText = (file: string): string =>
	readFileSync(path.join(project, '.github', 'workflows', file), 'utf8');

/**
 * A workflow of this repository.
 * @throws ZodError when a step says something that the tests know nothing of
 */
export const readWorkflow = (file: string): GithubWorkflow =>
	workflow.parse(parse(workflowText(file)));
