import path from 'node:path';
import { formatProblems, getTotals, lint, loadConfig } from '@redocly/openapi-core';
import { openApiFile } from '.';

const project = path.join(__dirname, '..', '..');

/** Lints the document in the repository by the rules of redocly.yaml; prints what is found. */
const lintDocument = async (): Promise<void> => {
	const config = await loadConfig({ configPath: path.join(project, 'redocly.yaml') });
	const problems = await lint({ ref: path.join(project, openApiFile), config });
	const totals = getTotals(problems);
	formatProblems(problems, { totals, cwd: project });
	const { errors, warnings } = totals;
	console.log(`${openApiFile}: ${errors} errors, ${warnings} warnings`);
	if (errors + warnings > 0) process.exitCode = 1;
};

void lintDocument();
