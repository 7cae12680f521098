import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';

/*
 * Every regular expression of what ships, on texts that make a bad one slow: where the time grows
 * with the square of the length, it takes seconds here.
 */

const project = path.join(__dirname, '..', '..', '..');
const length = 20_000;
const longestMs = 500;

interface Found {
	readonly place: string;
	readonly expression: RegExp;
}

/** A text, or that of a constant of the same file. */
const textOf = (given: ts.Expression, { statements }: ts.SourceFile): string | undefined => {
	if (ts.isStringLiteral(given)) return given.text;
	const constant = statements
		.filter(ts.isVariableStatement)
		.flatMap(({ declarationList: { declarations } }) => [...declarations])
		.find(({ name }) => name.getText() === given.getText())?.initializer;
	return constant && ts.isStringLiteral(constant) ? constant.text : undefined;
};

const expressionsIn = (file: string): Found[] => {
	const source = ts.createSourceFile(
		file,
		readFileSync(path.join(project, file), 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const found: Found[] = [];
	const add = (expression: RegExp) =>
		found.push({ place: `${path.basename(file)} ${expression}`, expression });
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const [, pattern = '', flags] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
			add(new RegExp(pattern, flags));
		}
		if (ts.isPropertyAssignment(node) && node.name.getText() === 'regex') {
			const text = textOf(node.initializer, source);
			if (text === undefined) throw new Error(`No plain text in ${file}`);
			const owner = node.parent.parent.getText();
			// n8n tries the one of a validation on the whole text.
			add(new RegExp(owner.startsWith('extractValue') ? text : `^${text}$`));
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
};

const files = ['nodes', 'src', 'credentials'].flatMap((folder) =>
	readdirSync(path.join(project, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => path.join(folder, name)),
);
const expressions = files.flatMap(expressionsIn);

const pieces = [
	...[' ', '\n', 'a', 'A', '1', '0', '.', '/', '_', '-', '@', '{', '}', '[', '"', '?', '\\'],
	...['a ', ' a', 'a.', '.a', '1.', ' 1', '@ ', '{{ ', ' }}', '[0]', '_text', '$json.', '. '],
	...['/workflows/tasks/', '/workflows/tasks/1', 'http://', 'https://a@', 'body', '2025-06-02 '],
];
const texts = pieces.flatMap((piece) => {
	const many = piece.repeat(length / piece.length);
	return [many, `${many}\u0000`, `${many}\n!`, `body.${many}!`, `={{${many}!`, `http://${many}!`];
});

it('the expressions are found', () => expect(expressions.length).toBeGreaterThan(40));

it.each(expressions)('$place takes no long time on any text', ({ expression }) => {
	for (const text of texts) {
		// By the processor's time, for the machine may be busy.
		const begun = process.cpuUsage();
		text.replace(expression, '');
		const tookMs = process.cpuUsage(begun).user / 1_000;
		if (tookMs > longestMs) throw new Error(`${tookMs} ms on ${text.slice(0, 20)}…`);
	}
});
