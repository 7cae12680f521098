import type { Operation, Resource } from '../../../nodes/ContractWorkflow/operation';
import { withOptions } from '../../../nodes/ContractWorkflow/options';
import { resources } from '../../../nodes/ContractWorkflow/resources';
import { groups } from '../../../nodes/ContractWorkflow/runOption';
import { safeguards } from '../../../nodes/ContractWorkflow/safeguards';
import { properties as pollingProperties } from '../../../nodes/ContractWorkflowPollingTrigger/description';
import { events } from '../../../nodes/ContractWorkflowPollingTrigger/events';
import { properties as webhookProperties } from '../../../nodes/ContractWorkflowTrigger/description';
import type { Property } from '../../../nodes/shared/fields/property';
import { anchorOf, link } from '../../apiDocs/markdown';
import type { MadePage } from '../madePage';
import { madeNote } from '../madePage';
import { errorsTable } from './errors';
import { fieldsTable, listed } from './fields';
import { sampleEvent, sampleOutput } from './samples';

/** The folder for these pages only. */
export const referenceFolder = 'docs/reference';

const pageOf = (name: string, parts: readonly string[]): MadePage => ({
	file: `${referenceFolder}/${name}.md`,
	text: `${[parts[0], madeNote, ...parts.slice(1)].join('\n\n')}\n`,
});

const complete: readonly Resource[] = withOptions({ resources, safeguards }).resources;

/** The groups of Options that operations share, with the fields in each. */
const sharedGroups = ({ properties }: Operation) => {
	const options = properties.find(({ name }) => name === 'options')?.options ?? [];
	return options.flatMap((one) => ('values' in one && one.name in groups ? [one] : []));
};

/** The fields of an operation, without the options that it shares with others. */
const ownFields = ({ properties }: Operation): readonly Property[] =>
	properties.map((property) => {
		if (property.name !== 'options') return property;
		const own = (property.options ?? []).filter(({ name }) => !(name in groups));
		return { ...property, options: own };
	});

const sharedText = (operation: Operation): string => {
	const names = sharedGroups(operation).flatMap(({ displayName: group, values }) =>
		values.map(({ displayName: name }) => `[${group} > ${name}](options.md#${anchorOf(name)})`),
	);
	return names.length === 0 ? '' : `Shared options:\n\n${listed(names)}`;
};

const operationParts = async (
	{ name: resource }: Resource,
	operation: Operation,
): Promise<string[]> => {
	const { name, description, endpoint } = operation;
	const fields = ownFields(operation);
	return [
		`## ${name}`,
		`${description}. Endpoint: \`${endpoint.method} ${endpoint.path}\`.`.replace('..', '.'),
		...(fields.length > 0 ? [`### Fields of ${name}`, fieldsTable(fields)] : []),
		sharedText(operation),
		`### Output of ${name}`,
		'One item, with the default fields:',
		await sampleOutput(operation),
		...(endpoint.errors.length > 0
			? [`### Errors of ${name}`, errorsTable(operation, `The ${resource.toLowerCase()}`)]
			: []),
	].filter((part) => part !== '');
};

const seeErrors = 'For the errors by title, see [Troubleshooting](../troubleshooting.md).';

const resourcePage = async (resource: Resource): Promise<MadePage> => {
	const { name, description, operations } = resource;
	const parts = await Promise.all(
		operations.map(async (operation) => await operationParts(resource, operation)),
	);
	return pageOf(anchorOf(name), [
		`# ${name}`,
		`${description}. Its operations are:`,
		listed(operations.map((one) => link(one.name))),
		seeErrors,
		...parts.flat(),
	]);
};

const optionsPage = (): MadePage => {
	const operations = complete.flatMap((resource) =>
		resource.operations.map((operation) => ({
			link: `[${resource.name}: ${operation.name}](${anchorOf(resource.name)}.md#${anchorOf(operation.name)})`,
			options: sharedGroups(operation).flatMap(({ displayName: group, values }) =>
				values.map((property) => ({ group, property })),
			),
		})),
	);
	const groupOf = new Map(
		operations.flatMap(({ options }) => options.map(({ property, group }) => [property, group])),
	);
	const usersOf = (property: Property): string => {
		const users = operations.filter(({ options }) =>
			options.some((option) => option.property === property),
		);
		return users.length === operations.length
			? 'All operations have it.'
			: `Operations that have it:\n\n${listed(users.map(({ link: user }) => user))}`;
	};
	return pageOf('options', [
		'# Shared options',
		'Several operations of the **Contract Workflow** node have the same options. They are in **Options**, under **Safety** and **Performance**.',
		...[...groupOf].flatMap(([property, group]) => [
			`## ${property.displayName}`,
			fieldsTable([property], ['Options', group]),
			usersOf(property),
		]),
	]);
};

/** Sample items of events, each once, with the names of its events. */
const eventSamples = (): string[] => {
	const bySample = new Map<string, string[]>();
	for (const event of events) {
		const sample = sampleEvent(event);
		bySample.set(sample, [...(bySample.get(sample) ?? []), event.name]);
	}
	return [...bySample].flatMap(([sample, names]) => [`${names.join(', ')}:`, sample]);
};

const pollingPage = (): MadePage =>
	pageOf('polling-trigger', [
		'# Contract Workflow Polling Trigger',
		'This node starts a workflow when tasks, documents or clickwraps are added or change. [Triggers](../triggers.md) explains how to use it.',
		seeErrors,
		'## Fields',
		fieldsTable(pollingProperties),
		'## Output',
		'One item for each task, document or version:',
		...eventSamples(),
	]);

const webhookPage = (): MadePage =>
	pageOf('trigger', [
		'# Contract Workflow Trigger',
		'This node starts a workflow when a comment is posted on a task. [Triggers](../triggers.md) explains how to set it up.',
		seeErrors,
		'## Fields',
		fieldsTable(webhookProperties),
	]);

/** The reference: a page for each resource, for each trigger, and for the shared options. */
export const referencePages = async (): Promise<readonly MadePage[]> => [
	...(await Promise.all(complete.map(resourcePage))),
	optionsPage(),
	pollingPage(),
	webhookPage(),
];
