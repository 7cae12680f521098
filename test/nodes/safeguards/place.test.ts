import { expect, it } from '@jest/globals';
import { namedTask, stepOf } from '../../../nodes/shared/task/place';
import type { Row } from '../../../src';

const run = (step_run_id: unknown, step_id: string, status: string) => ({
	...{ step_run_id, step_id, status },
});

it.each<[string, object, string | null]>([
	['that a list names', { current_step_run_id: 'run_9' }, 'run_9'],
	[
		'that a list names, beside others',
		{ current_step_run_id: 'run_9', step_runs: [run('run_1', 'legal', 'pending')] },
		'run_9',
	],
	['that is the only one', { step_runs: [run('run_1', 'legal', 'initiated')] }, 'run_1'],
	...['completed', 'failed', 'rejected', 'cancelled'].map((status): [string, object, string] => [
		`beside one that is ${status}`,
		{ step_runs: [run('run_1', 'legal', status), run('run_2', 'legal', 'in_progress')] },
		'run_2',
	]),
	[
		'beside one of another step',
		{ step_runs: [run('run_1', 'draft', 'pending'), run('run_2', 'legal', 'pending')] },
		'run_2',
	],
	[
		'of which there are two',
		{ step_runs: [run('run_1', 'legal', 'pending'), run('run_2', 'legal', 'pending')] },
		null,
	],
	['of which there is none', { step_runs: [run('run_1', 'legal', 'completed')] }, null],
	['that has no ID', { step_runs: [run(undefined, 'legal', 'pending'), null] }, null],
	['of a task without a list of them', { step_runs: 'none' }, null],
])('a row shows the step run %s', (_name, task, expected) => {
	expect(stepOf({ current_step_id: 'legal', ...task }).current_step_run_id).toBe(expected);
});

const named = { task_title: 'Lease', task_url: 'https://app.example.com/workflows/tasks/7' };
const unnamed = { task_title: null, task_url: null };

it.each<[string, Row, object]>([
	['its row', { task_id: 7, ...named }, named],
	['a delivery with it', { comment: 'Hi?', task: { task_id: '07', ...named } }, named],
	['the row of another task', { task_id: 8, ...named }, unnamed],
	['a row without them', { task_id: 7 }, unnamed],
])('%s gives what is known of a task', (_name, item, expected) => {
	expect(namedTask('07', item)).toEqual({ task_id: 7, ...expected });
});
