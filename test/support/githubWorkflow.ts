import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A workflow of this repository, of GitHub Actions: its text, the text of each job, its commands. */
export const readWorkflow = (file: string) => {
	const text = readFileSync(path.join(__dirname, '../../.github/workflows', file), 'utf8');
	const [, inJobs = ''] = text.split(/^jobs:$/m);
	const jobs = new Map(
		[...inJobs.matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n)*)/gm)].map(([, name = '', job = '']) => [
			name,
			job,
		]),
	);
	/** The commands of a job, without the actions around them. */
	const commandsOf = (job: string): string[] =>
		[...(jobs.get(job) ?? '').matchAll(/^ {6}- run: (?:\|\n((?: {10}.*\n)+)|(.+)\n)/gm)].map(
			([, block = '', line]) => line ?? block.replaceAll(/^ {10}/gm, ''),
		);
	return { text, jobs, commandsOf };
};
