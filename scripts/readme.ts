import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { resources } from '../nodes/ContractWorkflow/resources';

const readme = path.join(__dirname, '..', 'README.md');
const [begin, end] = ['<!-- operations: begin -->', '<!-- operations: end -->'];

/** The table of resources and operations, as the node offers them. */
export const operationsTable = (): string => {
	const rows = resources.flatMap(({ name: resource, operations }) =>
		operations.map(
			({ name, description, endpoint, accessTokenEndpoint }) =>
				`| ${resource} | ${name} | ${description} | ${[endpoint, accessTokenEndpoint]
					.flatMap((one) => (one ? [`\`${one.method} ${one.path}\``] : []))
					.join(', ')} |`,
		),
	);
	return ['| Resource | Operation | What it does | Endpoint |', '|---|---|---|---|', ...rows].join(
		'\n',
	);
};

/**
 * The README with its table brought up to date.
 * @throws Error when the marks around the table are missing
 */
export const withOperationsTable = (text: string): string => {
	const [before, rest] = text.split(begin);
	const after = rest?.split(end)[1];
	if (before === undefined || after === undefined) {
		throw new Error(`README.md must hold ${begin} and ${end}`);
	}
	return `${before}${begin}\n\n${operationsTable()}\n\n${end}${after}`;
};

const update = async () => {
	await writeFile(readme, withOperationsTable(await readFile(readme, 'utf8')));
};

if (require.main === module) void update();
