import path from 'node:path';
import ts from 'typescript';

const project = path.join(__dirname, '..', '..', '..');

/** The arguments for the parameters of a function, at its call. */
export type Scope = ReadonlyMap<
	ts.ParameterDeclaration,
	{ readonly node: ts.Expression; readonly scope: Scope }
>;

type Call = ts.CallExpression | ts.NewExpression;

const within = (node: ts.Node): ts.Node[] => {
	const found: ts.Node[] = [node];
	ts.forEachChild(node, (child) => void found.push(...within(child)));
	return found;
};

const readProgram = () => {
	const file = path.join(project, 'tsconfig.json');
	const { config } = ts.readConfigFile(file, (name) => ts.sys.readFile(name)) as { config: object };
	const { fileNames, options } = ts.parseJsonConfigFileContent(
		{ ...config, include: ['nodes', 'src', 'credentials'] },
		ts.sys,
		project,
	);
	const program = ts.createProgram(fileNames, options);
	const files = program.getSourceFiles().filter(({ fileName }) => fileNames.includes(fileName));
	return { checker: program.getTypeChecker(), files };
};

/** The source code of the nodes, the client and the credentials, with its symbols. */
export class Source {
	/** All syntax nodes of all files. */
	readonly nodes: readonly ts.Node[];
	private readonly checker: ts.TypeChecker;
	private readonly calls = new Map<ts.Node, Call[]>();

	constructor() {
		const { checker, files } = readProgram();
		this.checker = checker;
		this.nodes = files.flatMap(within);
		for (const node of this.nodes) {
			const called = ts.isCallExpression(node) ? this.functionOf(node.expression) : undefined;
			if (!called) continue;
			this.calls.set(called, [...(this.calls.get(called) ?? []), node as ts.CallExpression]);
		}
	}

	declarationOf(node: ts.Node): ts.Declaration | undefined {
		const symbol = this.checker.getSymbolAtLocation(node);
		const isAlias = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
		return (isAlias ? this.checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration;
	}

	shorthandOf(node: ts.ShorthandPropertyAssignment): ts.Declaration | undefined {
		return this.checker.getShorthandAssignmentValueSymbol(node)?.valueDeclaration;
	}

	/** A function of these sources, by the expression that is called. */
	functionOf(node: ts.Expression): ts.FunctionLikeDeclaration | undefined {
		const declaration = this.declarationOf(ts.isPropertyAccessExpression(node) ? node.name : node);
		const held =
			declaration && (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration))
				? declaration.initializer
				: declaration;
		return held && ts.isFunctionLike(held) && 'body' in held && held.body ? held : undefined;
	}

	/** The class that an expression names. */
	classOf(node: ts.Expression): ts.ClassDeclaration | undefined {
		const declaration = this.declarationOf(node);
		return declaration && ts.isClassDeclaration(declaration) ? declaration : undefined;
	}

	/** The calls of a function. */
	callsOf(called: ts.Node): readonly Call[] {
		return this.calls.get(called) ?? [];
	}

	/** The arguments for the parameters of a function that is called in a scope. */
	scopeOf(
		{ parameters }: ts.FunctionLikeDeclaration,
		given: readonly ts.Expression[],
		scope: Scope,
	): Scope {
		const bound = parameters.flatMap((parameter, index) => {
			const node = given[index];
			return node ? [[parameter, { node, scope }] as const] : [];
		});
		return new Map([...scope, ...bound]);
	}

	/** All possible return values of a function. */
	resultsOf({ body }: ts.FunctionLikeDeclaration): readonly ts.Expression[] {
		if (!body) return [];
		if (!ts.isBlock(body)) return [body];
		const resultsIn = (node: ts.Node): ts.Expression[] => {
			if (ts.isFunctionLike(node)) return [];
			const results = ts.isReturnStatement(node) && node.expression ? [node.expression] : [];
			ts.forEachChild(node, (child) => void results.push(...resultsIn(child)));
			return results;
		};
		return resultsIn(body);
	}

	/** The path of a file, relative to the root of the repository. */
	fileOf(node: ts.Node): string {
		const { fileName } = node.getSourceFile();
		return path.relative(project, fileName).split(path.sep).join('/');
	}
}
