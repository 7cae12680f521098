window.SwaggerUIBundle({
	dom_id: '#api',
	url: '/openapi.json',
	defaultModelsExpandDepth: 0,
	showExtensions: true,
	supportedSubmitMethods: [],
	validatorUrl: null,
});
