import { getTask } from '../../../../../src';
import type { AskedTask } from '../../../asked';
import type { Surroundings } from '../../../surroundings';
import type { SeenTask } from '../../../taskState';
import { taskStateOf } from '../../../taskState';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * The task of a question and its state, read before the comment is posted (section 2). Anyone with
 * its link can open the page, so it shows only the title, the link and the step.
 */
export const askedTask = async (
	{ ask, organizationName }: Surroundings,
	id: string,
): Promise<{ readonly shown: AskedTask; readonly seen: SeenTask }> => {
	const { task } = await ask(getTask, { params: { task_id: id } });
	const org_name = await organizationName();
	const { task_title: title, task_url: url } = task;
	const seen = { ...taskStateOf(task), org_name };
	const { current_step_id: stepId, current_step_name: stepName } = seen;
	return {
		shown: {
			id,
			...(isText(title) && { title }),
			...(typeof url === 'string' && { url }),
			step: [stepName, stepId].find(isText) ?? 'none',
		},
		seen,
	};
};
