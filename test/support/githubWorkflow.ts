import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

type Permissions = Readonly<Record<string, string>>;

/** A job of GitHub Actions, as far as the tests read it. */
interface Job {
	readonly needs?: string;
	readonly permissions: Permissions;
	readonly steps: ReadonlyArray<{ readonly run?: string }>;
}

/** A workflow of this repository: its text, and what the text says. */
export const readWorkflow = (file: string) => {
	const text = readFileSync(path.join(__dirname, '../../.github/workflows', file), 'utf8');
	const parsed = parse(text) as {
		readonly permissions: Permissions;
		readonly jobs: Readonly<Record<string, Job>>;
	};
	/** The commands of a job, without the actions around them. */
	const commandsOf = (job: string): string[] =>
		(parsed.jobs[job]?.steps ?? []).flatMap(({ run = '' }) => run || []);
	return { text, commandsOf, ...parsed };
};
