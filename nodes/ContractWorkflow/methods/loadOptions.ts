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
	searchFields: liveOptions(
		'&field',
		async (context) => [...(await fieldOptions(context)), ...headerOptions],
		labelOfEarlier,
	),
	operators: liveOptions('&operator', (context) =>
		operatorOptions(readFieldChoice(context.getCurrentNodeParameter('&field'))),
	),
	attributes: liveOptions(
		'&attribute',
		async (context) => [newOption, ...(await attributeOptions(context))],
		labelOfEarlier,
	),
};
