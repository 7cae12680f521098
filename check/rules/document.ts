import { timestamp } from '../../src/contract';
import type { Body } from '../reading/body';
import { listIn } from '../reading/body';
import type { Departure } from '../reading/departure';
import { difference, remark } from '../reading/departure';
import type { Rule } from './rule';

/** Section 2: null where the field is resolved as empty. */
const emptyFields = (document: Body, place: string): Departure[] =>
	listIn(document, 'fields').flatMap(({ is_null, value }, index) =>
		is_null === true && value !== null && value !== undefined
			? [
					difference(
						`${place}.fields[${index}].value`,
						'no value where is_null says that the field is empty',
						'a value',
						'A workflow cannot tell if the field is empty.',
					),
				]
			: [],
	);

/** Section 2 has text, number, boolean or null for a field of any type. */
const typedFields = (document: Body, place: string): Departure[] =>
	listIn(document, 'fields').flatMap(({ field_value_type, value }, index) => {
		const isOther = field_value_type === 'number' || field_value_type === 'boolean';
		if (!isOther || typeof value !== 'string') return [];
		return [
			remark(
				`${place}.fields[${index}].value`,
				'text, number or boolean, whatever the type of the field',
				`text where field_value_type is ${field_value_type}`,
				'Convert the value before you compare it or add it up.',
			),
		];
	});

const organizations = (body: Body, list: string): Departure[] => {
	const ids = new Set(listIn(body, list).map(({ org_id }) => org_id));
	if (ids.size < 2) return [];
	return [
		difference(
			`${list}[].org_id`,
			'the organization of the key only',
			`${ids.size} organizations in one answer`,
			'The key can show what belongs to another organization. Ask the operator of the service.',
		),
	];
};

const cursor = ({ next_cursor }: Body): Departure[] => {
	if (typeof next_cursor !== 'string' || timestamp.safeParse(next_cursor).success) return [];
	return [
		difference(
			'next_cursor',
			'a cursor in the shape of a timestamp',
			'text of another shape',
			'The nodes pass it on unchanged. A workflow that reads it as a time fails.',
		),
	];
};

/** Documents of a search. */
export const foundDocuments: Rule = ({ body }) => [
	...cursor(body),
	...organizations(body, 'documents'),
	...listIn(body, 'documents').flatMap((document, index) => {
		const place = `documents[${index}]`;
		return [...emptyFields(document, place), ...typedFields(document, place)];
	}),
];

/** Document types: section 4 has them scoped to the organization of the key. */
export const documentTypes: Rule = ({ body }) => organizations(body, 'document_types');

const enumEffect = 'A list of choices that is built from this field is wrong.';

/** Section 2: the allowed values of an enum, else null. */
export const orgFields: Rule = ({ body }) =>
	listIn(body, 'org_fields').flatMap(({ field_value_type, enum_values }, index) => {
		const place = `org_fields[${index}].enum_values`;
		if (field_value_type === 'enum') {
			const expected = 'the allowed values when the type is enum';
			return enum_values === null ? [difference(place, expected, 'null', enumEffect)] : [];
		}
		const isOther = typeof field_value_type === 'string' && Array.isArray(enum_values);
		const expected = 'null when the type is not enum';
		const came = `a list for the type ${String(field_value_type)}`;
		return isOther ? [difference(place, expected, came, enumEffect)] : [];
	});
