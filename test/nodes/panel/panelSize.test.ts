import { expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';
import { ContractWorkflow } from '../../../nodes/ContractWorkflow/ContractWorkflow.node';
import { ContractWorkflowPollingTrigger } from '../../../nodes/ContractWorkflowPollingTrigger/ContractWorkflowPollingTrigger.node';
import { ContractWorkflowTrigger } from '../../../nodes/ContractWorkflowTrigger/ContractWorkflowTrigger.node';

/* How much the panel of an operation shows, counted from the descriptions. */

const most = { fields: 7, collections: 2, options: 14, notices: 1, words: 62 } as const;
/** Of all help, that in collections included. */
const mostWordsOnAverage = 27;

/** What is beside the fields: which resource, which operation, which credential. */
const beside = ['resource', 'operation', 'credentialType'];

type Field = INodeProperties;

const wordsOf = (text = ''): number =>
	text
		.replace(/<[^>]+>/g, ' ')
		.split(/\s+/)
		.filter(Boolean).length;

/** The fields of a collection, one level down. */
const fieldsIn = ({ options = [] }: Field): Field[] =>
	options.flatMap((one) => ('values' in one ? one.values : 'type' in one ? [one] : []));

/** Words of the description, the hint and the notice of a field, and of all below it. */
const helpOf = (field: Field): number =>
	wordsOf(field.description) +
	wordsOf(field.hint) +
	(field.type === 'notice' ? wordsOf(field.displayName) : 0) +
	fieldsIn(field).reduce((sum, one) => sum + helpOf(one), 0);

const isCollection = ({ type, typeOptions }: Field): boolean =>
	(type === 'collection' || type === 'fixedCollection') && typeOptions?.multipleValues !== true;

/** Whether a panel that nobody has touched shows a field. */
const isShown = ({ displayOptions = {} }: Field, all: readonly Field[]): boolean => {
	const holds = ([name, values]: [string, unknown]) => {
		const field = all.find((one) => one.name === name);
		return field === undefined || (values as unknown[]).includes(field.default);
	};
	const { show = {}, hide = {} } = displayOptions;
	return Object.entries(show).every(holds) && !Object.entries(hide).some(holds);
};

const sizeOf = (all: readonly Field[]) => {
	const own = all.filter(({ name, type }) => type !== 'hidden' && !beside.includes(name));
	const shown = own.filter((field) => isShown(field, own));
	const collections = shown.filter(isCollection);
	const notices = shown.filter(({ type }) => type === 'notice');
	return {
		fields: shown.length - collections.length - notices.length,
		notices: notices.length,
		collections: collections.length,
		options: collections.flatMap(fieldsIn).length,
		words: own.reduce((sum, field) => sum + helpOf(field), 0),
	};
};

const { properties } = new ContractWorkflow().description;

const panels = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options = [] }) => {
		const [resource = ''] = (displayOptions?.show?.resource ?? []) as string[];
		return options.flatMap((one) => ('value' in one ? [[resource, String(one.value)]] : []));
	})
	.map(([resource = '', operation = '']) => {
		const isOf = ({ displayOptions: { show = {} } = {} }: Field) =>
			[show.resource ?? [resource], show.operation ?? [operation]].every(
				(values, index) => Array.isArray(values) && values.includes([resource, operation][index]),
			);
		return [`${resource}.${operation}`, sizeOf(properties.filter(isOf))] as const;
	});

/** A trigger as it is for one event. */
const forEvent = (field: Field, event: string): Field[] => {
	const { show = {} } = field.displayOptions ?? {};
	const events = show.event ?? show['/event'];
	if (events && !events.includes(event)) return [];
	const options = (field.options ?? []) as Field[];
	const own = field.name === 'event' ? [] : options.flatMap((one) => forEvent(one, event));
	return field.name === 'pollTimes' ? [] : [{ ...field, options: own }];
};
const triggers = [new ContractWorkflowTrigger(), new ContractWorkflowPollingTrigger()];
const ofTriggers = triggers.flatMap(({ description: { displayName, properties: all } }) =>
	(all.find(({ name }) => name === 'event')?.options ?? []).map((one) => {
		const { value } = one as { readonly value: string };
		return [`${displayName} ${value}`, sizeOf(all.flatMap((f) => forEvent(f, value)))] as const;
	}),
);

it.each([...panels, ...ofTriggers])('the panel of %s is small', (_name, size) => {
	const kinds = Object.keys(most) as Array<keyof typeof most>;
	const tooMany = kinds.filter((kind) => size[kind] > most[kind]);
	// What few need belongs in Options or Additional Fields, or in the docs.
	const words = tooMany.map((kind) => `${size[kind]} ${kind}, at most ${most[kind]}`);
	expect(words).toEqual([]);
});

it('an operation has few words on average', () => {
	expect(panels.length).toBeGreaterThanOrEqual(20);
	const words = panels.reduce((sum, [, size]) => sum + size.words, 0);
	expect(words / panels.length).toBeLessThanOrEqual(mostWordsOnAverage);
});

it('descriptions are short', () => {
	const all = [ContractWorkflow, ContractWorkflowTrigger, ContractWorkflowPollingTrigger].flatMap(
		(type) => new type().description.properties,
	);
	const deep = (field: Field): Field[] => [field, ...fieldsIn(field).flatMap(deep)];
	const long = all.flatMap(deep).filter(({ type, description = '' }) => {
		const { length } = description.replace(/<[^>]+>/g, '');
		return length > (type === 'boolean' ? 120 : 150);
	});
	expect(long.map(({ displayName, description }) => [displayName, description])).toEqual([]);
});
