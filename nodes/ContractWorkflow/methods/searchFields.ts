import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { reservedFields } from '../../../src';
import { panelValue } from '../../shared/fields/parameters';
import {
	headerChoice,
	newAttribute,
	readAttributeId,
	readFieldChoice,
} from '../../shared/panel/fieldChoice';
import {
	isChoice,
	optionsInWords,
	sortedByName,
	withCurrent,
} from '../../shared/panel/liveOptions';
import {
	attributeOptions,
	definitionsFor,
	headerLabel,
	nameOfEarlier,
	orgFieldOptions,
} from '../../shared/panel/orgFields';

const headerOptions = (): INodePropertyOptions[] =>
	Object.entries(reservedFields).map(([id, name]) => ({
		name: headerLabel(name),
		value: headerChoice(id),
		description: `Built-in field ${id} (type unknown)`,
	}));

/** Everything that documents can be searched by: header fields, org fields and attributes. */
const searchFields = async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const definitions = await definitionsFor(this);
	const options = [
		...headerOptions(),
		...orgFieldOptions(definitions),
		...attributeOptions(definitions),
	];
	return withCurrent(options, panelValue(this, '&field'), (value) =>
		nameOfEarlier(value, definitions),
	);
};

/** The possible values of the enum field in the same row. */
const fieldChoices = async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen = readFieldChoice(panelValue(this, '&field'));
	if (chosen?.kind !== 'field') return [];
	const { orgFields } = await definitionsFor(this);
	const live = orgFields.find(({ org_field_id }) => org_field_id === chosen.id);
	const choices = (live?.enum_values ?? []).filter(isChoice).map((value) => ({
		name: String(value),
		value,
	}));
	const held = ['&value', '&values'].flatMap((path) => panelValue(this, path) ?? []);
	return withCurrent(choices, held, (value) => ({
		name: `${value} (no longer a value of this field)`,
	}));
};

/** The attributes of the organization, and an entry for a new one. */
const attributes = async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { attributes: known } = await definitionsFor(this);
	const options = known.map(({ name, type }) => ({
		name: `${name} (${type})`,
		value: `${name}_${type}`,
	}));
	const all = [
		{ name: 'New Attribute', value: newAttribute, description: 'Enter its name and type' },
		...sortedByName(options),
	];
	return withCurrent(all, panelValue(this, '&attribute'), (value) => {
		const { name, type } = readAttributeId(value) ?? { name: value };
		const label = type === undefined ? name : `${name} (${type})`;
		return { name: `${label} (no longer in the organization)` };
	});
};

export const searchFieldOptions = {
	searchFields: optionsInWords(searchFields),
	fieldChoices: optionsInWords(fieldChoices),
	attributes: optionsInWords(attributes),
};
