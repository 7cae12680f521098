const place = document.querySelector('#api');

/** The renderer has dark colors, but the page must request them. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

/** Labels for fields that have none from the renderer, by selector. */
const names = {
	'.examples-select-element': 'Example',
	'.body-param__text': 'Request body',
};
new MutationObserver(() => {
	for (const [selector, name] of Object.entries(names)) {
		for (const field of place.querySelectorAll(selector)) field.ariaLabel ??= name;
	}
	// As regions, the tables of responses would not be tables, and all have the same name.
	for (const table of place.querySelectorAll('table[role]')) table.removeAttribute('role');
}).observe(place, { childList: true, subtree: true });

/** The renderer's parts, as parts of a page that has its own main element. */
const layout = ({ React: { createElement: make } }) => ({
	components: {
		PartOfPage({ getComponent, specSelectors }) {
			const isLoaded = specSelectors.loadingStatus() === 'success';
			const above = ['InfoContainer', 'AuthorizeBtnContainer', 'FilterContainer'];
			const part = (name) => make(getComponent(name, true), { key: name });
			return make(
				'div',
				{ className: 'swagger-ui' },
				make(getComponent('SvgAssets')),
				part('errors'),
				...(isLoaded ? above.map(part) : []),
				make('h2', { className: 'unseen' }, 'Operations'),
				...(isLoaded ? ['operations', 'Models'].map(part) : []),
			);
		},
	},
});

const ui = window.SwaggerUIBundle({
	domNode: place,
	url: '/openapi.json',
	layout: 'PartOfPage',
	plugins: [layout],
	defaultModelsExpandDepth: 0,
	docExpansion: 'list',
	filter: true,
	showExtensions: true,
	syntaxHighlight: false,
	tryItOutEnabled: true,
	validatorUrl: null,
	onComplete: () => {
		ui.preauthorizeApiKey('apiKey', place.dataset.apiKey);
		ui.preauthorizeApiKey('accessToken', place.dataset.accessToken);
	},
});
