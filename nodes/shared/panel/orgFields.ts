import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { OutputOf } from '../../../src';
import { listOrgFields, reservedFields } from '../../../src';
import { recentMap } from '../client/recent';
import type { Attribute, ChosenField } from './fieldChoice';
import {
	attributeChoice,
	fieldChoice,
	nameOfField,
	readAttributeId,
	readFieldChoice,
} from './fieldChoice';
import { sortedByName } from './liveOptions';
import { connectPicker } from './pickers';

type OrgField = OutputOf<typeof listOrgFields>['org_fields'][number];

/** What an organization has defined for its documents. */
export interface Definitions {
	readonly orgFields: readonly OrgField[];
	readonly attributes: readonly Attribute[];
}

/**
 * By the identity of the credential. A panel with several rows sends one request for all of them.
 */
const recent = recentMap<Promise<Definitions>>({ most: 100, keptMs: 10_000 });

/**
 * The definitions that can be shown: a row without a name is left out instead of failing the list.
 */
const shownOf = ({ org_fields, attributes }: OutputOf<typeof listOrgFields>): Definitions => ({
	orgFields: org_fields.filter(
		({ org_field_id, name }) => Number.isSafeInteger(org_field_id) && typeof name === 'string',
	),
	attributes: (attributes ?? []).flatMap((attribute) => {
		const read = readAttributeId(`${attribute.name}_${attribute.field_type}`);
		return read && typeof attribute.name === 'string' ? [read] : [];
	}),
});

/** The org fields and attributes of the organization, in one request without pages (section 4). */
export const definitionsFor = async (context: ILoadOptionsFunctions): Promise<Definitions> => {
	const { client, identity } = await connectPicker(context);
	const known = recent.get(identity);
	if (known) return await known;
	const query = { include_attributes: true };
	const definitions = recent.set(identity, client.call(listOrgFields, { query }).then(shownOf));
	definitions.catch(() => recent.delete(identity));
	return await definitions;
};

/** The label of a header field in a list. */
export const headerLabel = (name: string): string => `${name} (built-in)`;

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

/** The label of a choice whose field now has another name or type, or no longer exists. */
export const nameOfEarlier = (choice: string, { orgFields }: Definitions) => {
	const chosen = readFieldChoice(choice);
	if (!chosen) return { name: `${choice} (not a field)` };
	if (chosen.id in reservedFields) return { name: headerLabel(nameOfField(chosen)) };
	const live = orgFields.find(({ org_field_id }) => org_field_id === chosen.id);
	const name = labelOf(chosen);
	if (!live) return { name: `${name} (no longer in the organization)` };
	const { name: nameNow, field_value_type: type } = live;
	return chosen.type === undefined || type === chosen.type
		? { name: `${nameNow} (${type})`, description: `Chosen as ${name}` }
		: { name: `${name} is now ${nameNow} (${type}). Choose it again.` };
};

/** The org fields as options of a list. */
export const orgFieldOptions = ({ orgFields }: Definitions): INodePropertyOptions[] =>
	sortedByName(orgFields.map(orgFieldOption));

/** The attributes as options of a list with fields. */
export const attributeOptions = ({ attributes }: Definitions): INodePropertyOptions[] =>
	sortedByName(
		attributes.map(({ name, type }) => ({
			name: attributeLabel(name, type),
			value: attributeChoice(name, type),
		})),
	);
