import type { Store } from '../store/database';
import type { Attribute } from '../store/documents';
import { organizations } from './accounts';
import type { Random } from './random';
import type { Calendar } from './values';

/** Names of the document types. */
export const typeNames = [
	'NDA',
	'Master Services Agreement',
	'Statement of Work',
	'Data Processing Agreement',
	'Lease',
	'Kaufvertrag',
	'Other',
] as const;

interface OrgField {
	readonly org_field_id: number;
	readonly name: string;
	readonly field_value_type: string;
	readonly field_scope: string;
	readonly description: string | null;
	readonly enum_values: readonly string[] | null;
	readonly document_types: readonly string[] | null;
}

const orgField = (
	org_field_id: number,
	name: string,
	field_value_type: string,
	more: Partial<OrgField> = {},
): OrgField => ({
	org_field_id,
	name,
	field_value_type,
	field_scope: 'document',
	description: null,
	enum_values: null,
	document_types: null,
	...more,
});

const laws = ['England and Wales', 'Delaware', 'Germany', 'Switzerland', '日本'] as const;

const orgFields = [
	orgField(101, 'Effective date', 'date'),
	orgField(102, 'Expiration date', 'date', { description: 'Last day of the term' }),
	orgField(103, 'Contract value', 'number', { description: 'In the currency of the contract' }),
	orgField(104, 'Governing law', 'enum', { enum_values: laws }),
	orgField(105, 'Renews automatically', 'boolean'),
	orgField(106, 'Counterparty', 'text'),
	orgField(107, 'Termination for convenience', 'clause', {
		document_types: ['Master Services Agreement', 'Lease'],
	}),
	orgField(108, 'Kündigungsfrist (Tage)', 'number', { document_types: ['Kaufvertrag', 'Lease'] }),
];

/** Document types, org fields and attribute definitions of both organizations. */
export const seedDocumentKinds = ({ sql }: Store, calendar: Calendar): void => {
	for (const org_id of [organizations.main, organizations.other]) {
		for (const [index, name] of typeNames.entries()) {
			const isOther = name === 'Other';
			const document_type_id = isOther ? null : org_id + index;
			const global_type_id = isOther || name === 'Kaufvertrag' ? null : 20 + index;
			const body = JSON.stringify({ document_type_id, name, global_type_id, org_id });
			sql.run`INSERT INTO document_types (org_id, body) VALUES (${org_id}, ${body})`;
		}
	}
	for (const field of orgFields) {
		sql.run`
			INSERT INTO org_fields (org_field_id, org_id, body)
			VALUES (${field.org_field_id}, ${organizations.main}, ${JSON.stringify(field)})`;
	}
	for (const { name, data_type } of attributesOf(0, calendar)) {
		sql.run`
			INSERT INTO attribute_definitions (org_id, name, field_type)
			VALUES (${organizations.main}, ${name}, ${data_type})`;
	}
};

/** Attributes of every type for the document of that number, in the order of a document. */
export const attributesOf = (index: number, calendar: Calendar): Attribute[] => [
	{
		name: 'dossier',
		data_type: 'link',
		value: `https://files.meridian.example/dossiers/${index + 1}`,
	},
	{
		name: 'region',
		data_type: 'text',
		value: ['EMEA', 'Amérique du Nord', '東アジア'][index % 3] ?? '',
	},
	{ name: 'renewal_date', data_type: 'date', value: calendar.dateIn((index % 9) * 30) },
	{ name: 'reviewed', data_type: 'boolean', value: String(index % 2 === 0) },
	{ name: 'risk_score', data_type: 'number', value: String((index * 7) % 100) },
];

const sampleField = (
	{ field_value_type, org_field_id }: OrgField,
	party: string,
	random: Random,
	calendar: Calendar,
) => {
	switch (field_value_type) {
		case 'date': {
			const days = random.integer(0, 2) * 365 + random.integer(1, 12) * 25;
			return calendar.dateIn(org_field_id === 101 ? -days : days - 60);
		}
		case 'number':
			return org_field_id === 103 ? random.integer(1, 9000) * 250 : random.integer(1, 12) * 15;
		case 'boolean':
			return random.chance(0.5);
		case 'enum':
			return random.pick(laws);
		case 'clause':
			return 'Either party may terminate this agreement on thirty days’ written notice.';
		default:
			return party;
	}
};

/** Field values of a document: some resolved as empty, some unavailable, some uncertain. */
export const sampleFields = (typeName: string, party: string, random: Random, calendar: Calendar) =>
	orgFields
		.filter(({ document_types }) => document_types?.includes(typeName) ?? true)
		.map((field) => {
			const is_null = random.chance(0.08);
			const isUnavailable = random.chance(0.05);
			const value = is_null || isUnavailable ? null : sampleField(field, party, random, calendar);
			return {
				field_name: field.name,
				field_value_type: field.field_value_type,
				org_field_id: field.org_field_id,
				value,
				is_unclear: !is_null && random.chance(0.1),
				is_null,
			};
		});
