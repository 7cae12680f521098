import { expect, it } from '@jest/globals';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import document from '../../docs/openapi.json';
import { endpointsTable } from '../contract/endpoints.table';
import { exampleErrors, exampleFiles } from '../support/examples';

/** A validator of JSON Schema 2020-12, the dialect of OpenAPI 3.1, that knows the document. */
const ajv = new Ajv2020({ strict: false }).addSchema(document, 'document');
addFormats(ajv);

/** What the schema of the JSON at a place of the document has against a value. */
const faultsAt = (place: readonly string[], value: unknown): unknown => {
	const keys = [...place, 'content', 'application/json', 'schema'];
	const pointer = keys.map((key) => key.replaceAll('/', '~1')).join('/');
	const validate = ajv.getSchema(`document#/${pointer}`);
	if (validate === undefined) throw new Error(`There is no ${pointer}`);
	return validate(value) === true ? [] : validate.errors;
};

const examples = exampleFiles.flatMap(({ endpoint, examples: own }) => {
	const { path = '', method = '' } = endpointsTable.find(({ name }) => name === endpoint) ?? {};
	return own.map((example) => ({ place: ['paths', path, method.toLowerCase()], ...example }));
});

it.each(examples)('the document describes $place: $title', ({ place, request, response }) => {
	if ('body' in request) expect(faultsAt([...place, 'requestBody'], request.body)).toEqual([]);
	expect(faultsAt([...place, 'responses', '200'], response)).toEqual([]);
});

it.each(exampleErrors)('the document describes the error: $title', ({ status, body }) => {
	const isText = status === 422 && !Array.isArray(body.detail);
	const place = isText
		? ['paths', '/groups', 'post', 'responses', '422']
		: ['components', 'responses', `Error${status}`];
	expect(faultsAt(place, body)).toEqual([]);
});
