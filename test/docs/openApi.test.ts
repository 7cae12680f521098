import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { openApiDocument, openApiFile, openApiText } from '../../scripts/openApi';

const project = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8');

describe(openApiFile, () => {
	it('is as `npm run docs` writes it', () => {
		expect(openApiText()).toBe(read(openApiFile));
	});

	it('requires no field that has a default', () => {
		const text = openApiText();
		expect(text).toContain('"description": "Default: `0`."');
		const { paths, components } = JSON.parse(text) as Record<string, object>;
		const isRequest = ([name]: [string, unknown]) => name.endsWith('Request');
		const { schemas } = components as { schemas: object };
		const requests = Object.entries(schemas).filter(isRequest);
		expect(requests.length).toBeGreaterThan(3);
		expect(JSON.stringify(requests)).not.toContain('"default":');
		expect(JSON.stringify(paths)).not.toContain('"required":true,"schema":{"default":');
	});

	it("passes Redocly's lint", async () => {
		// An ES module, which Jest cannot load.
		const lint = ['--import', 'tsx', 'scripts/openApi/lint.ts'];
		const { stdout } = await promisify(execFile)(process.execPath, lint, { cwd: project });
		expect(stdout).toContain('0 errors, 0 warnings');
	});
});

describe('what the API text leaves open', () => {
	const page = read('docs/api.md');

	it('is marked in the document, passage by passage', () => {
		const text = read(openApiFile);
		expect(text.match(/"x-not-shown"/g)?.length).toBeGreaterThan(10);
		expect(() => openApiDocument(`${page}\n### 9.6 More\n\n**Left open**: why.\n`)).toThrow(
			'Nothing in the document is marked with: Why.',
		);
	});

	it('is not marked when it is open no more', () => {
		const settled = page.replace('- The status of a task after a rejection.\n', '');
		expect(() => openApiDocument(settled)).toThrow('leaves open no more: The status of a task');
	});
});
