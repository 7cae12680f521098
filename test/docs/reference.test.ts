import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { ContractWorkflow } from '../../nodes/ContractWorkflow/ContractWorkflow.node';
import { ContractWorkflowPollingTrigger } from '../../nodes/ContractWorkflowPollingTrigger/ContractWorkflowPollingTrigger.node';
import { ContractWorkflowTrigger } from '../../nodes/ContractWorkflowTrigger/ContractWorkflowTrigger.node';

const folder = path.join(__dirname, '..', '..', 'docs', 'reference');
const read = (name: string): string => readFileSync(path.join(folder, `${name}.md`), 'utf8');

type Described = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** What the panel calls a field, all fields in it, and their choices. */
const namesIn = (one: Described): string[] => {
	if ('values' in one) return one.values.flatMap(namesIn);
	if (!('type' in one)) return [one.name];
	if (one.type === 'hidden' || one.type === 'notice') return [];
	const own = /[cC]ollection$/.test(one.type) ? [] : [one.displayName];
	return [...own, ...(one.options ?? []).flatMap(namesIn)];
};

const missing = (properties: readonly INodeProperties[], text: string): string[] =>
	properties.flatMap(namesIn).filter((name) => !text.includes(name));

const { properties } = new ContractWorkflow().description;

const choicesOf = (name: string, resource?: string): INodePropertyOptions[] =>
	properties
		.filter((one) => one.name === name)
		.filter(({ displayOptions }) => !resource || displayOptions?.show?.resource?.includes(resource))
		.flatMap(({ options = [] }) => options as INodePropertyOptions[]);

/** The section of an operation on the page of its resource. */
const sectionOf = (resource: string, operation: string): string => {
	const page = read(resource.toLowerCase().replaceAll(' ', '-'));
	const [, section] = page.split(`\n## ${operation}\n`);
	return section?.split('\n## ')[0] ?? '';
};

describe.each(choicesOf('resource'))('$name', ({ name: resource, value }) => {
	it.each(choicesOf('operation', String(value)))(
		'$name: each field, option and choice is in the reference',
		({ name: operation, value: chosen }) => {
			const own = properties.filter(
				({ displayOptions }) =>
					displayOptions?.show?.resource?.includes(value) &&
					displayOptions.show.operation?.includes(chosen),
			);
			expect(own).not.toHaveLength(0);
			expect(missing(own, sectionOf(resource, operation))).toEqual([]);
		},
	);
});

it('an option that operations share has a section, which names what it is', () => {
	const sections = [...read('options').matchAll(/^## (.+)$/gm)].map(([, name]) => name);
	expect(sections).toContain('Idempotency Key');
	expect(read('options')).toContain('Items with a used key are skipped.');
});

it.each([
	['polling-trigger', new ContractWorkflowPollingTrigger()],
	['trigger', new ContractWorkflowTrigger()],
])('%s: each field, option and choice is in the reference', (page, { description }) => {
	const own = description.properties.filter(({ name }) => name !== 'pollTimes');
	expect(missing(own, read(page))).toEqual([]);
});
