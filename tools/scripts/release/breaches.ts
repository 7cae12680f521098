import { isDeepStrictEqual } from 'node:util';
import type { SavedCredential, SavedForm, SavedNode, SavedParameter } from './savedForm';

type Conditions = NonNullable<SavedParameter['when']>;

/** The values of a condition, each as text, since one may be an object. */
const valuesOf = (condition: unknown): Set<string> =>
	new Set([condition].flat().map((value) => JSON.stringify(value)));

const includes = (all: unknown, some: unknown): boolean => {
	const known = valuesOf(all);
	return [...valuesOf(some)].every((value) => known.has(value));
};

/**
 * Whether everything that was shown still is: `show` may only become wider, `hide` only narrower.
 */
const isShownAsBefore = (before: Conditions = {}, now: Conditions = {}): boolean => {
	const show = Object.entries(now.show ?? {});
	const hide = Object.entries(now.hide ?? {});
	return (
		show.every(([name, values]) => {
			const shown = before.show?.[name];
			return shown !== undefined && includes(values, shown);
		}) && hide.every(([name, values]) => includes(before.hide?.[name] ?? [], values))
	);
};

const fieldsBreaches = (
	where: string,
	before: readonly SavedParameter[],
	now: readonly SavedParameter[],
): string[] => {
	const kept = before.flatMap((parameter) => {
		const of = `${where}${where && ' > '}${parameter.name}`;
		// A name can be shown in several ways. The earlier one must be one of them.
		const found = now
			.filter(({ name }) => name === parameter.name)
			.map((candidate) => parameterBreaches(of, parameter, candidate))
			.sort((one, other) => one.length - other.length);
		return found[0] ?? [`${of} is gone`];
	});
	const names = new Set(before.map(({ name }) => name));
	const demanded = now.filter(
		(parameter) =>
			!names.has(parameter.name) && parameter.required && !parameter.when && !parameter.default,
	);
	return [
		...kept,
		...demanded.map(({ name }) => `${where}${where && ' > '}${name} is new and must be filled in`),
	];
};

const parameterBreaches = (of: string, before: SavedParameter, now: SavedParameter): string[] => {
	const same = (name: 'type' | 'default' | 'reads') =>
		isDeepStrictEqual(before[name], now[name])
			? []
			: [`${of}: ${name} was ${JSON.stringify(before[name])}, is ${JSON.stringify(now[name])}`];
	const gone = (before.options ?? []).filter((value) => !now.options?.includes(value));
	const modes = Object.entries(before.modes ?? {});
	return [
		...same('type'),
		...same('default'),
		...same('reads'),
		...(now.required && !before.required ? [`${of} must be filled in now`] : []),
		...(isShownAsBefore(before.when, now.when) ? [] : [`${of} is shown in fewer cases`]),
		...gone.map((value) => `${of}: the option ${JSON.stringify(value)} is gone`),
		...modes.flatMap(([mode, extracts]) =>
			now.modes && mode in now.modes && isDeepStrictEqual(now.modes[mode], extracts)
				? []
				: [`${of}: the mode "${mode}" is gone or reads otherwise`],
		),
		...fieldsBreaches(of, before.fields ?? [], now.fields ?? []),
		...Object.entries(before.groups ?? {}).flatMap(([group, fields]) =>
			fieldsBreaches(`${of} > ${group}`, fields, now.groups?.[group] ?? []),
		),
	];
};

const credentialsBreaches = (
	before: SavedNode['credentials'],
	now: SavedNode['credentials'],
): string[] => {
	const names = new Set(before.map(({ name }) => name));
	return [
		...before.flatMap(({ name, when, required }) => {
			const found = now.find((one) => one.name === name);
			if (!found) return [`the credential ${name} is gone`];
			return [
				...(isShownAsBefore(when, found.when) ? [] : [`the credential ${name} fits fewer cases`]),
				...(found.required && !required ? [`the credential ${name} is required now`] : []),
			];
		}),
		...now
			.filter(({ name, required, when }) => required && !when && !names.has(name))
			.map(({ name }) => `the credential ${name} is new and required`),
	];
};

const nodeBreaches = (before: SavedNode, now: SavedNode): string[] => [
	...(['inputs', 'outputs', 'polling', 'webhooks'] as const)
		.filter((name) => !isDeepStrictEqual(before[name], now[name]))
		.map((name) => `${name} are others`),
	...credentialsBreaches(before.credentials, now.credentials),
	...Object.entries(before.parameters).flatMap(([place, parameters]) =>
		fieldsBreaches(place, parameters, now.parameters[place] ?? []),
	),
];

const credentialBreaches = (before: SavedCredential, now: SavedCredential): string[] => [
	...(isDeepStrictEqual(before.extends, now.extends) ? [] : ['extends another credential']),
	...fieldsBreaches('', before.parameters, now.parameters),
];

/**
 * What would change the meaning of a saved workflow or credential, one sentence each. Additions are
 * allowed, and so is everything in a version of a node that was not published before.
 */
export const breaches = (before: SavedForm, now: SavedForm): string[] => [
	...Object.entries(before.nodes).flatMap(([name, versions]) =>
		Object.entries(versions).flatMap(([version, node]) => {
			const present = now.nodes[name]?.[version];
			const found = present ? nodeBreaches(node, present) : ['is gone'];
			return found.map((breach) => `${name} ${version}: ${breach}`);
		}),
	),
	...Object.entries(before.credentials).flatMap(([name, credential]) => {
		const present = now.credentials[name];
		const found = present ? credentialBreaches(credential, present) : ['is gone'];
		return found.map((breach) => `${name}: ${breach}`);
	}),
];
