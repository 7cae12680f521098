import type { Contract, OutputOf } from '../../../src/contract';
import type { HandlerOf } from '../api/handler';
import { invalid, issue, notFound } from '../api/refusal';
import { isoTime } from '../clock';
import { searchAnswer } from '../search/search';
import { fileDocument, setAttributes } from '../store/documents';
import { attributeIndex } from '../store/fieldValues';
import { readJson } from '../store/sql';

export const listDocumentTypes: HandlerOf<'listDocumentTypes'> = ({ actor }, { store }) => ({
	document_types: store.sql.all`
		SELECT body FROM document_types WHERE org_id = ${actor.organizationId} ORDER BY position
	`.map(({ body }) => readJson(body)),
});

type AttributeDefinition = NonNullable<OutputOf<Contract['listOrgFields']>['attributes']>[number];

export const listOrgFields: HandlerOf<'listOrgFields'> = ({ query, actor }, { store }) => {
	const fields = store.sql.all`
		SELECT body FROM org_fields WHERE org_id = ${actor.organizationId} ORDER BY org_field_id`;
	const definitions = store.sql.all`
		SELECT name, field_type FROM attribute_definitions
		WHERE org_id = ${actor.organizationId} ORDER BY name, field_type`;
	return {
		org_fields: fields.map(({ body }) => readJson(body)),
		attributes: query.include_attributes
			? definitions.map((definition) => definition as unknown as AttributeDefinition)
			: null,
	};
};

export const updateFileAttributes: HandlerOf<'updateFileAttributes'> = (call, service) => {
	const { params, body, actor } = call;
	const { file_id } = params;
	const { store, clock } = service;
	const file = fileDocument(store, actor.organizationId, file_id);
	if (file === undefined) throw notFound('File');
	const issues = body.attributes.flatMap(({ data_type, value }, index) =>
		attributeIndex(data_type, value) === undefined
			? [issue(['body', 'attributes', index, 'value'], `is not a ${data_type} written as text`)]
			: [],
	);
	if (issues.length > 0) throw invalid(...issues);
	setAttributes(store, actor.organizationId, file, body.attributes, isoTime(clock.now()));
	return {
		file_id,
		status: 'success',
		updated_attributes: [...new Set(body.attributes.map(({ name }) => name))],
	};
};

export const searchDocuments: HandlerOf<'searchDocuments'> = ({ body, actor }, service) =>
	searchAnswer(service, actor.organizationId, body);
