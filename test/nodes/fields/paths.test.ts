import { expect, it } from '@jest/globals';
import { operationNamed, pathSlots } from '../../support/operations.table';
import { byId, itemsOf, sharedStage } from '../../support/stage';

/* `test/core/request.test.ts` shows what no segment of a path may be. Here: which field an error names. */

const stage = sharedStage();

const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };

/** What is wrong in a place of a path: the ID of a task is a number, and a version has a form. */
const wrongIn: Readonly<
	Record<string, readonly [right: string | number, wrong: string, why: string]>
> = {
	task_id: [10001, '1/../2', 'must be a whole number, not 1/../2'],
	version: [1, '1.0', 'must be a version number such as 1, or latest, not 1.0'],
};

const initiate = operationNamed('workflow.initiate').given;
const slots = [
	...pathSlots.map(({ name, label, place, given }) => ({ name, label, place, given })),
	{
		...{ name: 'workflow.initiate', label: 'Version', place: 'version' },
		given: {
			...{ ...initiate, workflowId: byId('wf_mutual_nda'), version: '={{ $json.value }}' },
			variablesJson: { counterparty: 'A' },
		},
	},
];

it.each(slots)('$name refuses a wrong $label', async ({ name, label, place, given }) => {
	const [right, wrong, why] = wrongIn[place] ?? ['right', '..', 'must not be . or ..'];
	const { error } = await stage.run(name, given, {
		items: itemsOf({ value: right }, { value: wrong }).map((item) => ({
			...item,
			binary: { data: file },
		})),
	});
	expect(stage.received().filter(({ request }) => !request.endsWith('/schema'))).toEqual([]);
	expect(error).toMatchObject({
		message: expect.stringContaining(`"${label}" ${why}`),
		context: { itemIndex: 1 },
	});
});
