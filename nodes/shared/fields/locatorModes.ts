const list = { name: 'list', type: 'list' } as const;
const text = { type: 'string' } as const;

/** What locators with a list have: a new one shows the list, with nothing chosen. */
export const locator = {
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
} as const;

/** The list of a locator, which a method of the node fills; `whileSlow` is shown until it has. */
export const fromList = (searchListMethod: string, whileSlow?: string) => {
	const slowLoadNotice = whileSlow !== undefined && { message: whileSlow, timeout: 3_000 };
	const typeOptions = {
		searchListMethod,
		searchable: true,
		...(slowLoadNotice && { slowLoadNotice }),
	};
	return { ...list, displayName: 'From List', typeOptions };
};

/** A way to type what a locator names, with an example of it. */
export const byText = (displayName: string, name: string, example?: string) => ({
	...text,
	displayName,
	name,
	...(example !== undefined && { placeholder: `e.g. ${example}` }),
});

/** Holds what is typed to a pattern; n8n shows `errorMessage` beside what does not match. */
export const matchingText = (regex: string, errorMessage: string) =>
	({ validation: [{ type: 'regex', properties: { regex, errorMessage } }] }) as const;
