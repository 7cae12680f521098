const list = { name: 'list', type: 'list' } as const;
const text = { type: 'string' } as const;

/** Common settings of locators with a list: a new one shows the list, with nothing chosen. */
export const locator = {
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
} as const;

/** The list of a locator, filled by a method of the node. */
export const fromList = (searchListMethod: string) => ({
	...list,
	displayName: 'From List',
	typeOptions: { searchListMethod, searchable: true },
});

/** A mode to type the value of a locator, with an example. */
export const byText = (displayName: string, name: string, example?: string) => ({
	...text,
	displayName,
	name,
	...(example !== undefined && { placeholder: `e.g. ${example}` }),
});
