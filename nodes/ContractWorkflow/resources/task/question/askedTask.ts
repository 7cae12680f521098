import { getTask } from '../../../../../src';
import type { AskedAbout, AskedTask } from '../../../asked';
import type { Surroundings } from '../../../surroundings';
import { taskStateOf } from '../../../taskState';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * The task of a question and its state, read before the comment is posted (section 2). Anyone with
 * its link can open the page, so it shows only the title, the link and the step.
 */
export const askedTask = async (
	{ ask }: Surroundings,
	id: string,
): Promise<{ readonly shown: AskedTask; readonly seen: AskedAbout }> => {
	const { task } = await ask(getTask, { params: { task_id: id } });
	const { task_title: title, task_url: url } = task;
	const state = taskStateOf(task);
	const { current_step_id, current_step_run_id, workflow_state_id } = state;
	return {
		shown: {
			id,
			...(isText(title) && { title }),
			...(typeof url === 'string' && { url }),
			step: [state.current_step_name, current_step_id].find(isText) ?? 'none',
		},
		seen: { task_id: Number(id), current_step_id, current_step_run_id, workflow_state_id },
	};
};
