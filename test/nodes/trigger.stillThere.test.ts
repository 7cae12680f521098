import { describe, expect, it } from '@jest/globals';
import {
	checkChosen,
	isRecent,
} from '../../nodes/ContractWorkflowPollingTrigger/comparing/stillThere';
import {
	documentField,
	taskField,
} from '../../nodes/ContractWorkflowPollingTrigger/comparing/watchedFields';
import type { Explained } from '../../nodes/shared/words/explained';
import type { Client } from '../../src';
import { getWorkflowSchema, listOrgFields, listTasks } from '../../src';

/** Whether the fields that a trigger compares still exist. */

const organization = {
	org_fields: [{ org_field_id: 1001, field_name: 'Law' }],
	attributes: [{ name: 'Term', field_type: 'date' }] as readonly object[] | null,
};

interface Given {
	/** The workflow of each task, and the variables of the task. */
	readonly tasks?: ReadonlyArray<readonly [workflow: string, ...variables: string[]]>;
	/** The variables of each workflow. */
	readonly workflows?: Readonly<Record<string, readonly string[]>>;
	readonly attributes?: readonly object[] | null;
}

/** A service that has what is given, and notes what it is asked for. */
const serviceWith = ({
	tasks = [],
	workflows = {},
	attributes = organization.attributes,
}: Given = {}) => {
	const asked: string[] = [];
	const named = (ids: readonly string[]) =>
		ids.map((id) => ({ variable_id: id, variable_type: 'string' }));
	const call = (
		endpoint: object,
		input: { readonly params?: { readonly workflow_id: string } },
	) => {
		if (endpoint === listOrgFields) {
			asked.push('fields');
			return Promise.resolve({ ...organization, attributes });
		}
		if (endpoint === getWorkflowSchema) {
			const id = input.params?.workflow_id ?? '';
			asked.push(id);
			return Promise.resolve({ workflow_schema: { variables: named(workflows[id] ?? []) } });
		}
		throw new Error('Nothing else is needed.');
	};
	const pages = async function* (endpoint: object) {
		expect(endpoint).toBe(listTasks);
		asked.push('tasks');
		yield await Promise.resolve(
			tasks.map(([workflow, ...variables], index) => ({
				task_id: index,
				workflow_id: workflow,
				updated_at: '2026-01-02T03:04:05Z',
				variables: named(variables),
			})),
		);
	};
	return { client: { call, pages } as unknown as Client, asked };
};

const property = { displayName: 'Fields' } as Parameters<typeof checkChosen>[1];

const check = async (
	{ client }: ReturnType<typeof serviceWith>,
	choices: readonly string[],
	workflowId?: string,
): Promise<readonly string[]> => {
	const read = choices[0]?.startsWith('variable:') === true ? taskField : documentField;
	const watched = choices.flatMap((choice) => read(choice) ?? []);
	expect(watched).toHaveLength(choices.length);
	try {
		await checkChosen(client, property, watched, workflowId);
		return [];
	} catch (error) {
		const { message, details } = error as Explained;
		return [message, ...details];
	}
};

describe('a field of documents', () => {
	it('is there as an org field or an attribute', async () => {
		const service = serviceWith();
		expect(await check(service, ['1001', 'Term_date'])).toEqual([]);
		expect(service.asked).toEqual(['fields']);
	});

	it('that is not there is named', async () => {
		expect(await check(serviceWith(), ['1001', '1002', 'Place_date'])).toEqual([
			'"Fields" contains "field 1002", "Place", which the organization does not have',
			'Choose again.',
		]);
		expect(await check(serviceWith({ attributes: null }), ['Term_date'])).toHaveLength(2);
	});

	it('that every document has needs no request', async () => {
		const service = serviceWith();
		expect(await check(service, ['file_name', 'unclear_fields'])).toEqual([]);
		expect(service.asked).toEqual([]);
	});
});

describe('a variable', () => {
	const choices = ['variable:law', 'variable:term'];

	it('is there if a task has it', async () => {
		const service = serviceWith({
			tasks: [
				['w1', 'law'],
				['w2', 'term'],
			],
		});
		expect(await check(service, choices)).toEqual([]);
		expect(service.asked).toEqual(['tasks']);
	});

	it('is there if the workflow of a task has it, each of which is asked once', async () => {
		const service = serviceWith({
			tasks: [['w1', 'law'], ['w1'], ['w2'], ['w3']],
			workflows: { w2: ['term'], w3: ['term'] },
		});
		expect(await check(service, choices)).toEqual([]);
		expect(service.asked).toEqual(['tasks', 'w1', 'w2']);
		const one = serviceWith({ tasks: [['w1']], workflows: { w1: ['law', 'term'] } });
		expect(await check(one, choices)).toEqual([]);
	});

	it('is not there if none has it', async () => {
		const tasks = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6'].map((id) => [id] as const);
		const service = serviceWith({ tasks, workflows: { w2: ['law'], w6: ['term'] } });
		expect(await check(service, choices)).toEqual([
			'"Fields" contains "term", which no task or workflow has',
			'Choose again, or choose the workflow in "Filters".',
		]);
		expect(service.asked).toEqual(['tasks', 'w1', 'w2', 'w3', 'w4', 'w5']);
	});

	it('is looked for in the workflow of the filter only', async () => {
		const service = serviceWith({ tasks: [['w1']], workflows: { w1: ['law'], w9: [] } });
		expect(await check(service, choices, 'w9')).toEqual([
			'"Fields" contains "law", "term", which no task or workflow has',
			'Choose again. The workflow in "Filters" is w9.',
		]);
		expect(service.asked).toEqual(['tasks', 'w9']);
	});

	it('is not missed where there is no task and no workflow to look into', async () => {
		expect(await check(serviceWith(), choices)).toEqual([]);
	});
});

it('a check holds for an hour, for the same choice', () => {
	const [compared, at] = ['a', 1_000_000];
	expect(isRecent(undefined, { compared, at })).toBe(false);
	expect(isRecent({ compared, at: at - 3_599_999 }, { compared, at })).toBe(true);
	expect(isRecent({ compared, at: at - 3_600_000 }, { compared, at })).toBe(false);
	expect(isRecent({ compared, at: at + 3_600_000 }, { compared, at })).toBe(false);
	expect(isRecent({ compared: 'b', at }, { compared, at })).toBe(false);
});
