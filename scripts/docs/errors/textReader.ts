import ts from 'typescript';
import type { Possible } from './possible';
import { along, asText, branched, certain, gap, joined, unknown } from './possible';
import type { Scope, Source } from './source';

const deepest = 24;

const placeOf = (node: ts.Node): string =>
	`${node.getSourceFile().fileName}:${node.pos}-${node.end}`;

/** The function around a node. */
const functionAround = (node: ts.Node): ts.Node =>
	ts.findAncestor(node.parent, ts.isFunctionLike) ?? node.getSourceFile();

/** Names of data, or of texts that the page has elsewhere. */
const data = new Set([
	'adviceByDetail',
	'describeState',
	'foreign',
	'linesOf',
	'mendableCauseOf',
	'plainText',
	'reasonOf',
	'shown',
	'stepText',
]);

/** Functions that join their arguments, each with its separator. */
const joining: Readonly<Record<string, string>> = {
	inSentences: ' ',
	mask: '',
	sentence: '',
	String: '',
};

const isUndefined = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'undefined';

/** An expression without wrappers that do not change its value. */
const unwrapped = (node: ts.Expression): ts.Expression =>
	ts.isParenthesizedExpression(node) ||
	ts.isAsExpression(node) ||
	ts.isNonNullExpression(node) ||
	ts.isSatisfiesExpression(node) ||
	ts.isAwaitExpression(node)
		? unwrapped(node.expression)
		: node;

const isObject = ({ value }: Possible): boolean =>
	typeof value === 'object' && ts.isObjectLiteralExpression(value.literal);

/**
 * Finds the possible texts of an expression in the source code, without running it. It follows
 * strings, templates, conditions, constants, functions and their parameters. Everything else
 * becomes a gap.
 */
export class TextReader {
	constructor(private readonly source: Source) {}

	/** The texts of an expression. */
	texts(node: ts.Expression, scope: Scope): ReadonlyArray<Possible<string>> {
		return joined([this.read(node, scope)]);
	}

	/** The texts of a list literal, its entries as sentences. */
	listed(node: ts.Expression, scope: Scope): ReadonlyArray<Possible<string>> {
		return this.read(node, scope).flatMap(({ value, branches }) => {
			if (typeof value !== 'object' || !ts.isArrayLiteralExpression(value.literal)) return [];
			const entries = value.literal.elements.filter((one) => !ts.isSpreadElement(one));
			const parts = entries.map((one) => this.read(one, value.scope));
			return along(branches, joined(parts, ' '));
		});
	}

	/** The texts of a property in the value of an expression. */
	property(node: ts.Expression, name: string, scope: Scope): ReadonlyArray<Possible<string>> {
		return joined([this.propertyOf(this.read(node, scope), name, 0)]);
	}

	private read(given: ts.Expression, scope: Scope, depth = 0): readonly Possible[] {
		if (depth > deepest) return unknown;
		const node = unwrapped(given);
		const further = (next: ts.Expression) => this.read(next, scope, depth + 1);
		if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return certain(node.text);
		if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) {
			return certain({ literal: node, scope });
		}
		if (ts.isTemplateExpression(node)) {
			const spans = node.templateSpans.flatMap(({ expression, literal }) => [
				further(expression),
				certain(literal.text),
			]);
			return joined([certain(node.head.text), ...spans]);
		}
		if (ts.isConditionalExpression(node)) {
			const place = `${placeOf(functionAround(node))} ${node.condition.getText()}`;
			const ways = [node.whenTrue, node.whenFalse].filter((one) => !isUndefined(one));
			return branched(place, ways.map(further));
		}
		if (ts.isBinaryExpression(node)) return this.readBinary(node, further);
		if (ts.isIdentifier(node)) return this.readName(node, scope, depth);
		if (ts.isPropertyAccessExpression(node)) {
			return this.propertyOf(further(node.expression), node.name.text, depth);
		}
		if (ts.isElementAccessExpression(node)) {
			return this.readElement(node, further(node.expression), depth);
		}
		return ts.isCallExpression(node) ? this.readCall(node, scope, depth) : unknown;
	}

	private readBinary(
		node: ts.BinaryExpression,
		further: (next: ts.Expression) => readonly Possible[],
	): readonly Possible[] {
		const { left, operatorToken, right } = node;
		switch (operatorToken.kind) {
			case ts.SyntaxKind.QuestionQuestionToken:
			case ts.SyntaxKind.BarBarToken:
				return ts.isNumericLiteral(right)
					? further(left)
					: branched(placeOf(node), [left, right].map(further));
			case ts.SyntaxKind.AmpersandAmpersandToken:
				return further(right);
			default:
				return unknown;
		}
	}

	private readName(node: ts.Identifier, scope: Scope, depth: number): readonly Possible[] {
		const declaration = this.source.declarationOf(node);
		return declaration && !data.has(node.text)
			? this.readDeclared(declaration, scope, depth)
			: unknown;
	}

	private readDeclared(
		declaration: ts.Declaration,
		scope: Scope,
		depth: number,
	): readonly Possible[] {
		// Its initial value is not what an error says later.
		if (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Let) return unknown;
		if (ts.isVariableDeclaration(declaration) && declaration.initializer) {
			const found = this.read(declaration.initializer, scope, depth + 1);
			const ways = found.map((one) => [one]);
			return branched(placeOf(declaration), ways);
		}
		if (ts.isParameter(declaration)) {
			const given = scope.get(declaration) ?? { node: declaration.initializer, scope };
			return given.node ? this.read(given.node, given.scope, depth + 1) : unknown;
		}
		return ts.isBindingElement(declaration) ? this.readBound(declaration, scope, depth) : unknown;
	}

	/** A name that is destructured from an object, or from a list by its position. */
	private readBound(element: ts.BindingElement, scope: Scope, depth: number): readonly Possible[] {
		const { propertyName, name, parent, initializer } = element;
		const whole = this.readDeclared(parent.parent, scope, depth + 1);
		if (ts.isArrayBindingPattern(parent)) {
			return this.entryOf(whole, parent.elements.indexOf(element), depth);
		}
		const key = propertyName ?? name;
		if (!ts.isIdentifier(key)) return unknown;
		const found = this.propertyOf(whole, key.text, depth);
		return initializer && found.every(({ value }) => value === undefined)
			? this.read(initializer, scope, depth + 1)
			: found;
	}

	private entryOf(found: readonly Possible[], index: number, depth: number): readonly Possible[] {
		return found.flatMap(({ value, branches }) => {
			if (typeof value !== 'object' || !ts.isArrayLiteralExpression(value.literal)) return [];
			const entry = value.literal.elements[index];
			return entry ? along(branches, this.read(entry, value.scope, depth + 1)) : [];
		});
	}

	private readElement(
		node: ts.ElementAccessExpression,
		found: readonly Possible[],
		depth: number,
	): readonly Possible[] {
		const { argumentExpression: key } = node;
		if (ts.isStringLiteralLike(key)) return this.propertyOf(found, key.text, depth);
		// The page is for those who run a node.
		if (key.getText().endsWith('shownIn')) return this.propertyOf(found, 'run', depth);
		const ways = found.flatMap(({ value }) =>
			typeof value === 'object' && ts.isObjectLiteralExpression(value.literal)
				? value.literal.properties
						.filter(ts.isPropertyAssignment)
						.map(({ initializer }) => this.read(initializer, value.scope, depth + 1))
				: [],
		);
		return ways.length === 0 ? unknown : branched(placeOf(node), ways);
	}

	private propertyOf(found: readonly Possible[], name: string, depth: number): readonly Possible[] {
		return found.flatMap((one) => {
			const { value, branches } = one;
			if (typeof value !== 'object' || !ts.isObjectLiteralExpression(value.literal)) {
				return [{ value: undefined, branches }];
			}
			const [last = unknown] = value.literal.properties
				.toReversed()
				.flatMap((property) => this.valueIn(property, name, value.scope, depth));
			return along(branches, last);
		});
	}

	/** The values of a property of an object, if this part of the object has it. */
	private valueIn(
		property: ts.ObjectLiteralElementLike,
		name: string,
		scope: Scope,
		depth: number,
	): ReadonlyArray<readonly Possible[]> {
		if (ts.isSpreadAssignment(property)) {
			const spread = this.read(property.expression, scope, depth + 1).filter(isObject);
			const inner = this.propertyOf(spread, name, depth + 1);
			return inner.some(({ value }) => value !== undefined) ? [inner] : [];
		}
		if (property.name.getText() !== name) return [];
		if (ts.isPropertyAssignment(property)) {
			return [this.read(property.initializer, scope, depth + 1)];
		}
		const declaration = ts.isShorthandPropertyAssignment(property)
			? this.source.shorthandOf(property)
			: undefined;
		return declaration ? [this.readDeclared(declaration, scope, depth + 1)] : [];
	}

	private readCall(node: ts.CallExpression, scope: Scope, depth: number): readonly Possible[] {
		const name = ts.isIdentifier(node.expression) ? node.expression.text : '';
		if (data.has(name)) return unknown;
		const given = node.arguments.map((one) => this.read(one, scope, depth + 1));
		const separator = joining[name];
		if (separator !== undefined) return joined(given, separator);
		if (name === 'labelText') {
			return (given[0] ?? unknown).map(({ value, branches }) => ({
				value: typeof value === 'string' ? `"${asText(value)}"` : gap,
				branches,
			}));
		}
		const called = this.source.functionOf(node.expression);
		if (!called) return unknown;
		const within = this.source.scopeOf(called, node.arguments, scope);
		const results = this.source.resultsOf(called).filter((result) => !isUndefined(result));
		const ways = results.map((result) => this.read(result, within, depth + 1));
		return ways.length === 0 ? unknown : branched(placeOf(node), ways);
	}
}
