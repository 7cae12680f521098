const place = document.querySelector('#api');

const ui = window.SwaggerUIBundle({
	domNode: place,
	url: '/openapi.json',
	deepLinking: true,
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
