import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const project = path.join(__dirname, '..', '..');
const page = readFileSync(path.join(project, 'docs', 'troubleshooting.md'), 'utf8');

/** Where the sources write down what an error is called: as a text, or as a template. */
const written = [
	/\bsuper\(\s*(['`])((?:(?!\1).)+)\1/g,
	/\b(?:title|reason):\s*(['`])((?:(?!\1).)+)\1/g,
	/new WrongField\((?:\[[^\]]*\]|[^,[]+), (['`])((?:(?!\1).)+)\1/g,
	/\bwrong\(\w+, (['`])((?:(?!\1).)+)\1/g,
	/return \[\s*(['`])(The (?:(?!\1).)+)\1,/g,
];

/** Parts of a text that stand between what is known only when the code runs. */
const partsOf = (text: string): string[] =>
	text
		.split(/\$\{(?:[^{}]|\{[^}]*\})*\}/)
		.map((part) => part.trim())
		.filter((part) => (part.match(/\p{L}/gu) ?? []).length > 6);

const titlesIn = (file: string): string[] => {
	const text = readFileSync(file, 'utf8');
	return written.flatMap((pattern) =>
		[...text.matchAll(pattern)].flatMap(([, , title = '']) => partsOf(title)),
	);
};

/** Folders whose errors people see, and what they hold that is no error. */
const sources = ['nodes/ContractWorkflow', 'nodes/ContractWorkflowPollingTrigger', 'nodes/shared'];
const notErrors = /^nodes\/ContractWorkflow\/(?:plan\/plan|safeguards\/(?:question|receipts))\b/;

it('each title of an error that the sources write down is on the page', () => {
	const titles = sources.flatMap((folder) =>
		readdirSync(path.join(project, folder), { recursive: true })
			.map((file) => path.posix.join(folder, String(file)))
			.filter((file) => file.endsWith('.ts') && !notErrors.test(file))
			.flatMap((file) => titlesIn(path.join(project, file))),
	);
	expect(titles.length).toBeGreaterThan(100);
	expect(titles.filter((title) => !page.includes(title))).toEqual([]);
});
