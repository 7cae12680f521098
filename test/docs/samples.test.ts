import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';

const project = path.join(__dirname, '..', '..');
const { config } = ts.readConfigFile(path.join(project, 'tsconfig.json'), (file) =>
	readFileSync(file, 'utf8'),
);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, project);

const samples = globSync(['*.md', 'docs/**/*.md'], { cwd: project }).flatMap((page) =>
	[...readFileSync(path.join(project, page), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(
		([, code = '']) => ({ page, code }),
	),
);

/** What the compiler says about a sample in the folder of the operations of a task. */
const faultsIn = (code: string): string[] => {
	const file = path.join(project, 'nodes/ContractWorkflow/resources/task/sample.ts');
	const host = ts.createCompilerHost(options);
	const withSample: ts.CompilerHost = {
		...host,
		readFile: (name) => (name === file ? code : host.readFile(name)),
		getSourceFile: (name, ...more) =>
			name === file
				? ts.createSourceFile(name, code, ts.ScriptTarget.ES2023)
				: host.getSourceFile(name, ...more),
	};
	const program = ts.createProgram([file], options, withSample);
	return ts
		.getPreEmitDiagnostics(program, program.getSourceFile(file))
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

it('a mistake in a sample is found', () => {
	expect(faultsIn('export const one: string = 1;')).toHaveLength(1);
});

it.each(samples)('the sample in $page compiles', ({ code }) => {
	expect(faultsIn(code)).toEqual([]);
});
