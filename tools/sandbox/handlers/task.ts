import { taskStatuses } from '../../../src/contract';
import type { HandlerOf } from '../api/handler';
import { conflict, notFound } from '../api/refusal';
import { storedTime } from '../clock';
import { activeStatuses } from '../options';
import { addActivity } from '../store/tasks/activity';
import { sourceTasksAnswer, taskListAnswer } from '../store/tasks/taskList';
import { saveTask, taskAnswer } from '../store/tasks/tasks';
import { completeStep, currentRun, isWaitingAt, rejectStep } from '../workflow/transitions';
import { attributed } from './attribution';
import {
	acceptInputs,
	fillRun,
	momentOf,
	requestedTask,
	storeDocuments,
	workflowOf,
} from './taskProgress';

export const getTask: HandlerOf<'getTask'> = ({ params, actor }, service) => {
	const answer = taskAnswer(service, actor.organizationId, params.task_id);
	if (answer === undefined) throw notFound('Task');
	return answer;
};

export const listTasks: HandlerOf<'listTasks'> = ({ body, actor }, service) => {
	const unfiltered = body.include_inactive ? taskStatuses : activeStatuses;
	const from = (time: string | undefined) => (time === undefined ? '' : storedTime(time));
	return taskListAnswer(service, actor.organizationId, {
		statuses: body.status === undefined ? unfiltered : [body.status],
		createdFrom: from(body.last_created_at),
		updatedFrom: from(body.last_updated_at),
		limit: body.limit,
		offset: body.offset,
	});
};

export const listTasksByExternalSourceId: HandlerOf<'listTasksByExternalSourceId'> = (
	{ query, actor },
	service,
) => sourceTasksAnswer(service, actor.organizationId, query.external_source_id);

export const approveTask: HandlerOf<'approveTask'> = ({ params, body, actor }, service) => {
	const task = requestedTask(service, actor, params.task_id);
	const member = attributed(service, actor, 'user_email', body.user_email);
	if (!isWaitingAt(task, 'approval')) {
		throw conflict('The task is not at an approval step, or was already decided');
	}
	const workflow = workflowOf(service, actor, task);
	const values = acceptInputs(service, actor, workflow, body.variables ?? [], 'none');
	fillRun(service, actor, currentRun(task), values);
	const moment = momentOf(service);
	const place = String(task.current_step_name);
	const generating = body.approved
		? completeStep(task, workflow, moment)
		: rejectStep(task, workflow, moment);
	storeDocuments(service, actor, task, generating);
	saveTask(service, task);
	addActivity(service, {
		taskId: task.task_id,
		kind: 'decision',
		userId: member.userId,
		outcome: `${body.approved ? 'approved' : 'rejected'} at ${place}`,
		comment: body.comment,
	});
	const message = body.approved ? 'Task approved' : 'Task rejected';
	return { task_id: task.task_id, status: task.status, approved: body.approved, message };
};
