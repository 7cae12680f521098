import path from 'node:path';
import { formatProblems, getTotals, lint, loadConfig } from '@redocly/openapi-core';
import { openApiFile } from '../openApi';

/** Lints the document in the repository by the rules of redocly.yaml, and prints what is found. */
const lintDocument = async (): Promise<void> => {
	const config = await loadConfig({ configPath: path.join(__dirname, 'redocly.yaml') });
	const problems = await lint({ ref: openApiFile, config });
	const totals = getTotals(problems);
	formatProblems(problems, { totals });
	if (totals.errors + totals.warnings > 0) process.exitCode = 1;
};

void lintDocument();
