import { panelValue } from '../../shared/fields/parameters';
import {
	attributeOptions,
	fieldOptions,
	headerOptions,
	labelOfEarlier,
	readFieldChoice,
} from '../../shared/panel/documentFields';
import { liveOptions } from '../../shared/panel/liveOptions';
import { newAttribute } from '../resources/document/attributes';
import { operatorOptions } from '../resources/document/conditions';

const newOption = {
	name: 'New Attribute',
	value: newAttribute,
	description: 'Enter its name and type',
};

/** The options that fields of the panel load. */
export const loadOptions = {
	searchFields: liveOptions({
		field: '&field',
		load: async (context) => [...(await fieldOptions(context)), ...headerOptions],
		labelOf: labelOfEarlier,
	}),
	operators: liveOptions({
		field: '&operator',
		load: (context) => operatorOptions(readFieldChoice(panelValue(context, '&field'))),
	}),
	attributes: liveOptions({
		field: '&attribute',
		load: async (context) => [newOption, ...(await attributeOptions(context))],
		labelOf: labelOfEarlier,
	}),
};
