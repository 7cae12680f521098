import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Endpoint } from '../src/contract';
import * as api from '../src/contract';

type Schema = z.ZodTypeAny;
type Row = readonly string[];
type Values = Readonly<Record<string, unknown>>;

const page = path.join(__dirname, '..', 'docs', 'api.md');
const marks = /<!-- (.+): begin -->[^]*?<!-- \1: end -->/g;

/** Headings of section 4, by the first part of a path. */
const headings: Readonly<Record<string, string>> = {
	users: 'Organization',
	groups: 'Groups',
	core: 'Core documents',
	workflows: 'Workflows',
	tasks: 'Tasks',
	server: 'Clickwraps',
};

/** Where and when the service gives each of the texts of `details`. */
const occasions: Readonly<Record<keyof typeof api.details, readonly [string, number, string]>> = {
	keyRequired: ['API key', 401, 'the request has no `X-API-Key`'],
	keyInvalid: ['API key', 401, 'there is no such key'],
	keyInactive: ['API key', 401, 'the key is deactivated'],
	keyRevoked: ['API key', 401, 'the key is revoked for good'],
	keyExpired: ['API key', 401, 'the expiration date of the key is over'],
	ownerInactive: ['API key', 403, 'its creator is no active member any more'],
	tokenInvalid: [
		'Access token',
		401,
		'there is no token, it is unknown, revoked or expired, or an API key came in its place',
	],
	scopeMissing: ['Access token', 403, 'the token lacks the scope `users:read`'],
	tokenWithoutUser: ['Access token', 400, 'no user stands behind the token'],
	rateLimitExceeded: ['Other', 429, 'the rate limit is used up (section 8.3)'],
	invalidVersion: ['Other', 400, 'a workflow version is no integer and not `latest` (section 9.1)'],
};

const { shape: documentShape } = api.document;
const { shape: organizationShape } = api.getOrgInfo.response;

/** The objects of section 2, and of the requests of section 4, that have a heading of their own. */
const objects = {
	'Organization info': api.getOrgInfo.response,
	'Legal entity': organizationShape.entities.element,
	Group: api.createGroup.response,
	'Document type': api.listDocumentTypes.response.shape.document_types.element,
	'Org field': api.listOrgFields.response.shape.org_fields.element,
	'Mapped attribute': api.listOrgFields.response.shape.attributes.unwrap().element,
	'Mapped field': documentShape.mapped_fields.element,
	Document: api.document,
	'Field value': documentShape.fields.element,
	'Workflow metadata': documentShape.workflow_metadata.unwrap(),
	Task: api.task,
	'Listed task': api.listedTask,
	'Step run': api.task.shape.step_runs.element,
	Variable: api.variable,
	'Workflow schema': api.workflowSchema,
	'Variable definition': api.workflowSchema.shape.variables.element,
	'Step definition': api.workflowSchema.shape.steps.element,
	'Signed document': api.listSignedDocuments.response.shape.documents.element,
	'Active clickwrap': api.getClickwrap.response,
	'Clickwrap version': api.getClickwrapHistory.response.shape.versions.element,
	Filter: api.filter,
	'Input value': api.inputValue,
} satisfies Record<string, Schema>;

const link = (heading: string): string =>
	`[${heading}](#${heading.toLowerCase().replaceAll(' ', '-')})`;

const names = new Map<unknown, string>([
	...Object.entries(objects).map(([name, schema]): [unknown, string] => [schema, link(name)]),
	[api.taskStatuses, `one of the ${link('task statuses')}`],
	[api.stepRunStatuses, `one of the ${link('step run statuses')}`],
	[api.operators, `one of the ${link('filter operators')}`],
	[api.integer, 'integer'],
	[api.pathInteger, 'integer'],
	[api.queryBoolean, 'boolean'],
	[api.timestamp, 'ISO 8601 time'],
	[api.base64Content, 'Base64 text'],
]);

const plainTypes: Readonly<Record<string, string>> = {
	ZodString: 'text',
	ZodNumber: 'number',
	ZodBoolean: 'boolean',
	ZodNull: 'null',
	ZodUnknown: 'anything',
	ZodRecord: 'object with keys of your own',
	ZodObject: 'object',
};

const mapValues = <Value>(
	record: Readonly<Record<string, Value>>,
	change: (value: Value) => string,
): Record<string, string> =>
	Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

const code = (text: unknown): string => `\`${String(text)}\``;
const codes = (values: readonly unknown[]): string => values.map(code).join(', ');

const table = (head: Row, rows: readonly Row[]): string => {
	const [first, ...rest] = [head, ...rows].map(
		(cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
	);
	return [first, `|${'---|'.repeat(head.length)}`, ...rest].join('\n');
};

/** What a wrapper such as `optional()` is around; undefined for what is no wrapper. */
const inside = (schema: Schema): Schema | undefined => {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
		return schema.unwrap() as Schema;
	}
	if (schema instanceof z.ZodDefault) return schema.removeDefault() as Schema;
	if (schema instanceof z.ZodEffects) return schema.innerType() as Schema;
	if (schema instanceof z.ZodLazy) return schema.schema as Schema;
	return undefined;
};

const core = (schema: Schema): Schema => {
	const inner = inside(schema);
	return inner ? core(inner) : schema;
};

const typeOf = (schema: Schema): string => {
	const name = names.get(schema);
	if (name !== undefined) return name;
	const inner = inside(schema);
	if (inner) return schema instanceof z.ZodNullable ? `${typeOf(inner)} or null` : typeOf(inner);
	if (schema instanceof z.ZodLiteral) return code(schema.value);
	if (schema instanceof z.ZodEnum) {
		const values = schema.options as readonly string[];
		return names.get(values) ?? codes(values);
	}
	if (schema instanceof z.ZodUnion) return (schema.options as Schema[]).map(typeOf).join(' or ');
	if (schema instanceof z.ZodArray) {
		const element = typeOf(schema.element as Schema);
		return element.includes(' or ') ? `list of (${element})` : `list of ${element}`;
	}
	const { typeName } = schema._def as { typeName: string };
	const plain = plainTypes[typeName];
	if (plain === undefined) throw new Error(`docs/api.md has no word for a ${typeName}`);
	return plain;
};

interface Field {
	readonly name: string;
	readonly schema: Schema;
}

/** The fields of an object, and below them those of objects that have no heading of their own. */
const fieldsOf = (schema: Schema, prefix = ''): Field[] => {
	const object = core(schema);
	if (!(object instanceof z.ZodObject)) return [];
	return Object.entries(object.shape as z.ZodRawShape).flatMap(([key, field]) => {
		const name = `${prefix}${key}`;
		const list = core(field);
		const [below, dots] =
			list instanceof z.ZodArray ? [list.element as Schema, '[].'] : [field, '.'];
		const isNamed = names.has(below) || names.has(core(below));
		return [{ name, schema: field }, ...(isNamed ? [] : fieldsOf(below, `${name}${dots}`))];
	});
};

/** What the contract says against values that have the right type but a wrong form. */
const rulesOf = (schema: Schema): string => {
	const inner = core(schema);
	const probes =
		inner instanceof z.ZodString ? ['', '§'] : inner instanceof z.ZodNumber ? [-1] : [];
	const issues = probes.flatMap((probe) => schema.safeParse(probe).error?.issues ?? []);
	return [...new Set(issues.map(({ message }) => message.replaceAll('<', '\\<')))].join('; ');
};

/** What the contract makes of an empty object: its defaults, those of a transformation included. */
const defaultsOf = (schema: Schema): Values => (schema.safeParse({}).data ?? {}) as Values;

/** Whether a field must be there, and its default. */
const needOf = ({ name, schema }: Field, filled: Values): string => {
	if (!schema.isOptional()) return 'yes';
	const alone: unknown = schema.parse(undefined);
	const value = alone === undefined ? filled[name] : alone;
	return value === undefined ? 'no' : `no: ${code(JSON.stringify(value))}`;
};

const givenHead = ['Field', 'Type', 'Required', 'Rule'];
const givenRow = (field: Field, filled: Values = {}): Row => [
	code(field.name),
	typeOf(field.schema),
	needOf(field, filled),
	rulesOf(field.schema),
];

type Kind = z.ZodObject<{ type: z.ZodLiteral<string> }>;

/** The fields of each kind of filter or input value; those that all kinds share come first. */
const kindsTable = (schema: Schema): string => {
	const { options } = core(schema) as z.ZodDiscriminatedUnion<'type', Kind[]>;
	const kinds = options.map((option): [string, Row[]] => {
		const fields = fieldsOf(option).filter(({ name }) => name !== 'type');
		return [code(option.shape.type.value), fields.map((field) => givenRow(field))];
	});
	const isShared = (row: Row): boolean =>
		kinds.every(([, rows]) => rows.some((other) => other.join() === row.join()));
	const shared = kinds[0]?.[1].filter(isShared).map((row) => ['any', ...row]) ?? [];
	const own = kinds.flatMap(([kind, rows]) =>
		rows.filter((row) => !isShared(row)).map((row) => [kind, ...row]),
	);
	return table(['`type`', ...givenHead], [...shared, ...own]);
};

const shownTable = (fields: readonly Field[]): string => {
	const rows = fields.map(({ name, schema }) => [
		code(name),
		schema instanceof z.ZodOptional ? `${typeOf(schema)}, may be missing` : typeOf(schema),
	]);
	return table(['Field', 'Type'], rows);
};

const objectPart = (schema: Schema): string => {
	if (core(schema) instanceof z.ZodDiscriminatedUnion) return kindsTable(schema);
	const known: Values = schema === api.listedTask ? api.task.shape : {};
	return shownTable(fieldsOf(schema).filter(({ name }) => !(name in known)));
};

const endpoints = Object.entries<Endpoint>(api.contract);
const line = ({ method, path: template }: Endpoint): string => code(`${method} ${template}`);
const credentials = { apiKey: 'API key', accessToken: 'access token' } as const;

const endpointPart = (endpoint: Endpoint): string => {
	const parts = { path: endpoint.params, query: endpoint.query, body: endpoint.body };
	const rows = Object.entries(parts).flatMap(([part, schema]) => {
		if (!schema) return [];
		return fieldsOf(schema).map((field) => [part, ...givenRow(field, defaultsOf(schema))]);
	});
	const name = names.get(endpoint.response);
	return [
		`${line(endpoint)}, with the ${credentials[endpoint.auth]}.`,
		rows.length > 0 ? table(['In', ...givenHead], rows) : 'It takes no parameters.',
		name ? `The response: ${name}.` : `The response:\n\n${shownTable(fieldsOf(endpoint.response))}`,
	].join('\n\n');
};

const headingOf = ({ path: template }: Endpoint): string => {
	const first = template.replace(/^\/v2/, '').split('/')[1] ?? '';
	const heading = headings[first];
	if (heading === undefined) throw new Error(`No heading of section 4 for ${template}`);
	return link(heading);
};

const pagesOf = ({ page: paging }: Endpoint): string => {
	if (!paging) return 'no';
	const { total, more, cursor } = paging;
	return [
		'by `offset`',
		...(cursor ? [`or by ${code(cursor.next)}`] : []),
		...(more ? [`while ${code(more)}`] : []),
		...(total ? [`up to ${code(total)}`] : []),
	].join(' ');
};

/** The statuses that an endpoint can answer with on top of the general ones. */
const ownErrors = ({ auth, errors }: Endpoint): number[] => {
	const general: readonly number[] = api.generalErrors[auth];
	return errors.filter((status) => !general.includes(status));
};

const endpointsHead = [
	'Heading',
	'Endpoint',
	'In the contract',
	'Credential',
	'Statuses',
	'Safe to repeat',
	'Pages',
];

const endpointsTable = (): string => {
	const rows = endpoints.map(([name, endpoint]) => [
		headingOf(endpoint),
		line(endpoint),
		code(name),
		credentials[endpoint.auth],
		ownErrors(endpoint).join(', '),
		endpoint.safe ? 'yes' : 'no',
		pagesOf(endpoint),
	]);
	return table(endpointsHead, rows);
};

const limitsTable = (): string => {
	const rows = endpoints.flatMap(([, endpoint]) => {
		const { page: paging, body } = endpoint;
		if (!paging || !body) return [];
		const fields = fieldsOf(body).filter(({ name }) => ['limit', 'offset'].includes(name));
		return fields.map((field) => [line(endpoint), ...givenRow(field, defaultsOf(body))]);
	});
	return table(['Endpoint', ...givenHead], rows);
};

const detailsTable = (group: string): string => {
	const rows = Object.entries(occasions)
		.filter(([, [of]]) => of === group)
		.map(([name, [, status, when]]) => {
			const text = api.details[name as keyof typeof occasions];
			return [code(typeof text === 'string' ? text : text('<value>')), String(status), when];
		});
	return table(['`detail`', 'Status', 'When'], rows);
};

const eventsTable = (): string => {
	const rows = Object.entries(api.events).map(([name, { emittedBy, meaning }]) => [
		code(name),
		line(api.contract[emittedBy]),
		meaning,
	]);
	return table(['Event', 'Emitted by', 'Meaning'], rows);
};

/**
 * All parts of docs/api.md that are made from the contract, by the names in their marks.
 * @throws Error for an endpoint without a heading, or a kind of schema that there is no word for
 */
export const contractParts = (): Readonly<Record<string, string>> => ({
	...mapValues(objects, objectPart),
	...mapValues<Endpoint>(api.contract, endpointPart),
	endpoints: endpointsTable(),
	'general statuses': table(
		['Credential', 'Statuses'],
		[
			[credentials.apiKey, api.generalErrors.apiKey.join(', ')],
			[credentials.accessToken, api.generalErrors.accessToken.join(', ')],
		],
	),
	'task statuses': codes(api.taskStatuses),
	'step run statuses': codes(api.stepRunStatuses),
	'filter operators': codes(api.operators),
	'header fields': table(
		['`field_id`', 'Field'],
		Object.entries(api.reservedFields).map(([id, name]) => [id, name]),
	),
	'API key details': detailsTable('API key'),
	'access token details': detailsTable('Access token'),
	'other details': detailsTable('Other'),
	events: eventsTable(),
	'one message': shownTable(fieldsOf(api.messageError)),
	'list of issues': shownTable(fieldsOf(api.validationError)),
	limits: limitsTable(),
});

/**
 * The text of docs/api.md with the parts that are made from the contract brought up to date.
 * @throws Error when it has marks around a part that there is not, or lacks those of one that is
 */
export const withContractParts = (text: string): string => {
	const missing = new Map(Object.entries(contractParts()));
	const filled = text.replace(marks, (_, name: string) => {
		const part = missing.get(name);
		if (part === undefined) throw new Error(`docs/api.md marks ${name} twice, or in vain`);
		missing.delete(name);
		return `<!-- ${name}: begin -->\n\n${part}\n\n<!-- ${name}: end -->`;
	});
	if (missing.size === 0) return filled;
	throw new Error(`docs/api.md has no marks around ${[...missing.keys()].join(', ')}`);
};

const update = async () => {
	await writeFile(page, withContractParts(await readFile(page, 'utf8')));
};

if (require.main === module) void update();
