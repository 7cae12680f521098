import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** A workflow of GitHub Actions, as far as the tests read it. */
interface GithubWorkflow {
	readonly permissions: Readonly<Record<string, string>>;
	readonly jobs: Readonly<
		Record<
			string,
			{
				readonly needs?: string;
				readonly permissions: Readonly<Record<string, string>>;
				readonly steps: ReadonlyArray<{ readonly run?: string }>;
			}
		>
	>;
}

/** The text of a workflow of this repository. */
export const workflowText = (file: string): string =>
	readFileSync(path.join(__dirname, '..', '..', '.github', 'workflows', file), 'utf8');

/** A workflow of this repository. */
export const readWorkflow = (file: string): GithubWorkflow =>
	parse(workflowText(file)) as GithubWorkflow;
