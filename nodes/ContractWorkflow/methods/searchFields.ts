import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { OutputOf } from '../../../src';
import { listOrgFields, reservedFields } from '../../../src';
import { steadyNow } from '../../shared/clock';
import { connectPicker } from '../../shared/pickers';
import type { Attribute, ChosenField } from '../properties/fieldChoice';
import {
	attributeChoice,
	fieldChoice,
	headerChoice,
	nameOfField,
	newAttribute,
	readAttributeId,
	readFieldChoice,
} from '../properties/fieldChoice';
import { optionsInWords } from './panel';

type OrgField = OutputOf<typeof listOrgFields>['org_fields'][number];

/** What an organization has defined for its documents. */
interface Definitions {
	readonly orgFields: readonly OrgField[];
	readonly attributes: readonly Attribute[];
}

/** A panel with several rows asks once for all of them; who looks again a little later asks anew. */
const keptMs = 10_000;

interface Kept {
	readonly until: number;
	readonly definitions: Promise<Definitions>;
}

/** By the credential's id and the address. */
const kept = new Map<string, Kept>();

/** The definitions that can be shown: a list is not worth an error for a row without a name. */
const shownOf = ({ org_fields, attributes }: OutputOf<typeof listOrgFields>): Definitions => ({
	orgFields: org_fields.filter(
		({ org_field_id, name }) => Number.isSafeInteger(org_field_id) && typeof name === 'string',
	),
	attributes: (attributes ?? []).flatMap((attribute) => {
		const read = readAttributeId(`${attribute.name}_${attribute.field_type}`);
		return read && typeof attribute.name === 'string' ? [read] : [];
	}),
});

/** The org fields and attributes of the organization: one request, which has no pages (section 4). */
const definitionsFor = async (context: ILoadOptionsFunctions): Promise<Definitions> => {
	const { client, baseUrl } = await connectPicker(context);
	const now = steadyNow();
	for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
	const key = `${context.getNode().credentials?.contractWorkflowApi?.id ?? ''} ${baseUrl}`;
	const known = kept.get(key);
	if (known) return await known.definitions;
	const query = { include_attributes: true };
	const definitions = client.call(listOrgFields, { query }).then(shownOf);
	kept.set(key, { until: now + keptMs, definitions });
	definitions.catch(() => kept.delete(key));
	return await definitions;
};

/** Without a collator, whose start would take longer than all the rest of the package. */
const byName = (one: INodePropertyOptions, other: INodePropertyOptions) =>
	one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1;

/** n8n shows a list of options whole; longer ones stop its editor. */
const mostOptions = 2_000;

const bounded = (options: INodePropertyOptions[]): INodePropertyOptions[] =>
	options.length <= mostOptions
		? options
		: [
				...options.slice(0, mostOptions),
				{
					name: `${options.length - mostOptions} more are not listed: give an ID by an expression`,
					value: '',
				},
			];

const headerLabel = (name: string): string => `${name} (header)`;

const headerOptions = (): INodePropertyOptions[] =>
	Object.entries(reservedFields).map(([id, name]) => ({
		name: headerLabel(name),
		value: headerChoice(id),
		description: `Header field ${id}, of a type that is not known`,
	}));

const orgFieldOption = ({
	org_field_id: id,
	name,
	field_value_type: type,
	document_types,
	description,
}: OrgField): INodePropertyOptions => ({
	name: `${name} (${type})`,
	value: fieldChoice(id, name, type),
	description: [
		`Org field ${id}${document_types ? `, for ${document_types.join(', ')}` : ''}`,
		...(description ? [description] : []),
	].join('. '),
});

const attributeLabel = (name: string, type: string): string => `${name} (${type} attribute)`;

const labelOf = (field: ChosenField): string => {
	if (field.kind === 'attribute') return attributeLabel(field.name, field.type);
	return `${nameOfField(field)}${field.type === undefined ? '' : ` (${field.type})`}`;
};

/** What to call a choice of a field that has another name or type now, or that is no longer there. */
const nameOfEarlier = (choice: string, { orgFields }: Definitions) => {
	const chosen = readFieldChoice(choice);
	if (!chosen) return { name: `${choice}: no field` };
	if (chosen.id in reservedFields) return { name: headerLabel(nameOfField(chosen)) };
	const live = orgFields.find(({ org_field_id }) => org_field_id === chosen.id);
	const name = labelOf(chosen);
	if (!live) return { name: `${name}, no longer in the organization` };
	const { name: nameNow, field_value_type: type } = live;
	return chosen.type === undefined || type === chosen.type
		? { name: `${nameNow} (${type})`, description: `Chosen as ${name}` }
		: { name: `${name}, now ${nameNow} (${type}): choose it again` };
};

const isChoice = (value: unknown): value is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof value);

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

/** The options that are listed, with what the field holds in front where it is not among them. */
const withCurrent = (
	options: INodePropertyOptions[],
	current: unknown,
	nameOf: (value: string) => Pick<INodePropertyOptions, 'name' | 'description'>,
): INodePropertyOptions[] => {
	const among = (list: INodePropertyOptions[], value: unknown) =>
		list.find((option) => option.value === value);
	const listed = bounded(options);
	const missing = [current]
		.flat()
		.filter(isChoice)
		.filter((value) => value !== '' && !isExpression(value) && !among(listed, value))
		.map((value) => among(options, value) ?? { ...nameOf(String(value)), value });
	return [...missing, ...listed];
};

/** All that documents can be searched by: header fields, org fields and attributes. */
const searchFields = async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const definitions = await definitionsFor(this);
	const attributes = definitions.attributes.map(({ name, type }) => ({
		name: attributeLabel(name, type),
		value: attributeChoice(name, type),
	}));
	const options = [
		...headerOptions(),
		...definitions.orgFields.map(orgFieldOption).sort(byName),
		...attributes.sort(byName),
	];
	return withCurrent(options, this.getCurrentNodeParameter('&field'), (value) =>
		nameOfEarlier(value, definitions),
	);
};

/** The values that the enum field of the same row can have. */
const fieldChoices = async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen = readFieldChoice(this.getCurrentNodeParameter('&field'));
	if (chosen?.kind !== 'field') return [];
	const { orgFields } = await definitionsFor(this);
	const live = orgFields.find(({ org_field_id }) => org_field_id === chosen.id);
	const choices = (live?.enum_values ?? []).filter(isChoice).map((value) => ({
		name: String(value),
		value,
	}));
	const held = ['&value', '&values'].flatMap((path) => this.getCurrentNodeParameter(path) ?? []);
	return withCurrent(choices, held, (value) => ({
		name: `${value}: not one of its values now`,
	}));
};

/** The attributes of the organization, and a new one. */
const attributes = async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { attributes: known } = await definitionsFor(this);
	const options = known.map(({ name, type }) => ({
		name: `${name} (${type})`,
		value: `${name}_${type}`,
	}));
	const all = [
		{ name: 'New Attribute', value: newAttribute, description: 'Give its name and type yourself' },
		...options.sort(byName),
	];
	return withCurrent(all, this.getCurrentNodeParameter('&attribute'), (value) => {
		const { name, type } = readAttributeId(value) ?? { name: value };
		const label = type === undefined ? name : `${name} (${type})`;
		return { name: `${label}, no longer in the organization` };
	});
};

export const searchFieldOptions = {
	searchFields: optionsInWords(searchFields),
	fieldChoices: optionsInWords(fieldChoices),
	attributes: optionsInWords(attributes),
};
