import ts from 'typescript';
import { along, gap } from './possible';
import type { Scope } from './source';
import { Source } from './source';
import { TextReader } from './textReader';

/** An error that the nodes can show. */
export interface ErrorTitle {
	readonly title: string;
	/** What to do next, and what else it says: several alternative texts each. */
	readonly advice: readonly string[];
	/** The file with its words. */
	readonly file: string;
}

/** The texts of an error. */
interface Words {
	readonly title: ts.Expression;
	readonly advice: ts.Expression | undefined;
	readonly details: ts.Expression | undefined;
	readonly scope: Scope;
}

const base = 'Explained';

const nothing: Scope = new Map();

const baseOf = (node: ts.ClassDeclaration): ts.Expression | undefined =>
	node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]
		?.expression;

const superCall = (constructor: ts.ConstructorDeclaration): ts.CallExpression | undefined => {
	let found: ts.CallExpression | undefined;
	const search = (node: ts.Node): void => {
		if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword) {
			found = node;
		}
		ts.forEachChild(node, search);
	};
	search(constructor);
	return found;
};

/**
 * The texts of an error class, from the arguments of its constructor; undefined for any other
 * class.
 */
const wordsOf = (
	source: Source,
	node: ts.ClassDeclaration,
	given: readonly ts.Expression[],
	scope: Scope,
): Words | undefined => {
	const above = baseOf(node);
	if (!above) return undefined;
	const constructor = node.members.find(ts.isConstructorDeclaration);
	const call = constructor && superCall(constructor);
	const passed = call ? [...call.arguments] : given;
	const within = constructor ? source.scopeOf(constructor, given, scope) : scope;
	if (above.getText() === base) {
		const [title, advice, , details] = passed;
		return title && { title, advice, details, scope: within };
	}
	const parent = source.classOf(above);
	return parent && wordsOf(source, parent, passed, within);
};

const mostLevels = 3;

/** The scopes in which a node is reached: by each call of the function around it, recursively. */
const scopesAt = (source: Source, node: ts.Node, level = 0): readonly Scope[] => {
	const around = ts.findAncestor(node.parent, ts.isFunctionLike) as
		| ts.FunctionLikeDeclaration
		| undefined;
	if (!around || level === mostLevels) return [nothing];
	const calls = source.callsOf(around);
	if (calls.length === 0 || around.parameters.length === 0) {
		return scopesAt(source, around, level + 1);
	}
	return calls.flatMap((call) =>
		scopesAt(source, call, level + 1).map((scope) =>
			source.scopeOf(around, call.arguments ?? [], scope),
		),
	);
};

const tidy = (text: string): string =>
	text
		.replaceAll(/…(?:[ ,]*…)+/g, gap)
		.replaceAll(/\s+/g, ' ')
		.trim()
		.replace(/(?:, not|:)$/, `$& ${gap}`)
		.replace(/ \(…\)$/, '');

/** Advice without the punctuation around it. */
const adviceIn = (text: string): string => tidy(text).replaceAll(/^…\.? |(?<!:) …$| \(…\)$/g, '');

/** Whether any part of a text is known. */
export const isKnown = (text: string): boolean => /(?:\p{L}.*){5}/u.test(text);

/** The errors with their own texts, from each place that creates one. */
const explainedErrors = (source: Source): ErrorTitle[] => {
	const reader = new TextReader(source);
	return source.nodes.filter(ts.isNewExpression).flatMap((node) => {
		const made = source.classOf(node.expression);
		if (!made) return [];
		return scopesAt(source, node).flatMap((scope) => {
			const words = wordsOf(source, made, node.arguments ?? [], scope);
			if (!words) return [];
			const { advice, details } = words;
			return reader.texts(words.title, words.scope).map(({ value, branches }) => ({
				title: tidy(value),
				advice: [
					...(details ? reader.listed(details, words.scope) : []),
					...(advice ? reader.texts(advice, words.scope) : []),
				]
					.flatMap((one) => along(branches, [one]))
					.map((one) => adviceIn(one.value)),
				file: source.fileOf(node),
			}));
		});
	});
};

/** The function that returns the text for each error of the client. */
const clientWords = 'clientErrorText';

const clientErrors = (source: Source): ErrorTitle[] => {
	const reader = new TextReader(source);
	const found = source.nodes
		.filter(ts.isCallExpression)
		.find(({ expression }) => expression.getText() === clientWords);
	if (!found) throw new Error(`Nothing calls ${clientWords}`);
	const advice = reader.property(found, 'advice', nothing);
	return reader.property(found, 'message', nothing).map(({ value, branches }) => ({
		title: tidy(value),
		advice: along(branches, advice).map((one) => adviceIn(one.value)),
		file: source.fileOf(source.functionOf(found.expression) ?? found),
	}));
};

const nameOf = ({ name }: ts.ObjectLiteralElementLike): string => name?.getText() ?? '';

const valueIn = (node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined =>
	node.properties.filter(ts.isPropertyAssignment).find((one) => nameOf(one) === name)?.initializer;

/** Titles of operations and events for a status, in place of the usual ones. */
const ownStatuses = (source: Source): ErrorTitle[] => {
	const reader = new TextReader(source);
	return source.nodes.filter(ts.isPropertyAssignment).flatMap((node) => {
		const { initializer } = node;
		if (!/^\d{3}$/.test(nameOf(node)) || !ts.isObjectLiteralExpression(initializer)) return [];
		const [title, advice] = [valueIn(initializer, 'title'), valueIn(initializer, 'advice')];
		const file = source.fileOf(node);
		return title
			? reader.texts(title, nothing).map(({ value }) => ({
					title: tidy(value),
					advice: advice ? reader.texts(advice, nothing).map((one) => adviceIn(one.value)) : [],
					file,
				}))
			: [];
	});
};

/** Why a download failed: the text after the colon of its title. */
const downloadFaults = (source: Source): ErrorTitle[] => {
	const reader = new TextReader(source);
	return source.nodes.filter(ts.isObjectLiteralExpression).flatMap((node) => {
		const names = node.properties.map(nameOf);
		if (!names.includes('reason') || !names.includes('advice')) return [];
		if (!source.fileOf(node).includes('/files/')) return [];
		return reader.property(node, 'reason', nothing).map(({ value, branches }) => ({
			title: tidy(`The file ${gap} could not be downloaded: ${value}`),
			advice: along(branches, reader.property(node, 'advice', nothing)).map((one) =>
				tidy(one.value),
			),
			file: source.fileOf(node),
		}));
	});
};

/** The errors for a field when a request is validated against the contract. */
const contractFaults = (source: Source): ErrorTitle[] => {
	const reader = new TextReader(source);
	return source.nodes.filter(ts.isPropertyAssignment).flatMap((node) => {
		const file = source.fileOf(node);
		if (!file.startsWith('src/') || nameOf(node) !== 'message') return [];
		return reader
			.texts(node.initializer, nothing)
			.map(({ value }) => ({ title: tidy(`${gap} ${value}`), advice: [], file }))
			.filter(({ title }) => isKnown(title));
	});
};

/** The errors of a credential test. */
const credentialFaults = (source: Source): ErrorTitle[] => {
	const reader = new TextReader(source);
	const sentences = source.nodes.flatMap((node) => {
		if (!source.fileOf(node).startsWith('credentials/')) return [];
		if (ts.isPropertyAssignment(node) && /^\d{3}$|^message$/.test(nameOf(node))) {
			return [node.initializer];
		}
		return ts.isNewExpression(node) ? [...(node.arguments ?? [])] : [];
	});
	return sentences.flatMap((node) =>
		reader
			.texts(node, nothing)
			.map(({ value }) => ({ title: tidy(value), advice: [], file: source.fileOf(node) }))
			.filter(({ title }) => isKnown(title)),
	);
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a title equals another one with some of its gaps filled in. */
const isCaseOf = (title: string, other: string): boolean =>
	title !== other && new RegExp(`^${other.split(gap).map(escaped).join('.*')}$`).test(title);

/** Maximum letters that fill a gap, for a default such as `file` but not for a sentence. */
const mostFilled = 8;

const lettersIn = (text: string): number => (text.match(/\p{L}/gu) ?? []).length;

/** Whether a title says no more than another one from the same file. */
const saysNoMore = (one: ErrorTitle, other: ErrorTitle): boolean =>
	one.file === other.file &&
	isCaseOf(one.title, other.title) &&
	lettersIn(one.title) - lettersIn(other.title) <= mostFilled &&
	one.title.replaceAll(/\D/g, '') === other.title.replaceAll(/\D/g, '');

/** Every error of the nodes, each title once, with all of its advice. */
export const errorTitles = (): readonly ErrorTitle[] => {
	const source = new Source();
	const byTitle = new Map<string, ErrorTitle>();
	for (const one of [
		...explainedErrors(source),
		...clientErrors(source),
		...ownStatuses(source),
		...downloadFaults(source),
		...contractFaults(source),
		...credentialFaults(source),
	]) {
		const { advice = [], ...before } = byTitle.get(one.title) ?? one;
		const all = [...new Set([...advice, ...one.advice])].filter(isKnown);
		byTitle.set(one.title, { ...before, advice: all });
	}
	const all = [...byTitle.values()].filter(({ title }) => isKnown(title));
	const own = all.filter(
		({ title, advice }) => advice.length > 0 || !all.some((other) => isCaseOf(other.title, title)),
	);
	return own.filter((one) => !own.some((other) => saysNoMore(one, other)));
};
