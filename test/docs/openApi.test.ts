import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { openApiFile, openApiText } from '../../tools/scripts/openApi';

const project = path.join(__dirname, '..', '..');

describe(openApiFile, () => {
	it('is as `npm run docs` writes it', () => {
		expect(openApiText()).toBe(readFileSync(path.join(project, openApiFile), 'utf8'));
	});

	it("passes Redocly's lint", async () => {
		// An ES module, which Jest cannot load.
		const lint = ['--import', 'tsx', 'tools/scripts/openApi/lint.ts'];
		const { stdout } = await promisify(execFile)(process.execPath, lint, { cwd: project });
		expect(stdout).toContain('0 errors, 0 warnings');
	});
});
