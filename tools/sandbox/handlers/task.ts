import { taskStatuses } from '../../../src/contract';
import type { HandlerOf } from '../api/handler';
import { JsonText } from '../api/handler';
import { conflict, notFound } from '../api/refusal';
import { storedTime } from '../clock';
import { activeStatuses } from '../options';
import { addActivity } from '../store/tasks/activity';
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

export const listTasks: HandlerOf<'listTasks'> = ({ body, actor }, { store: { sql }, appUrl }) => {
	const { organizationId } = actor;
	const unfiltered = body.include_inactive ? taskStatuses : activeStatuses;
	const wanted = JSON.stringify(body.status === undefined ? unfiltered : [body.status]);
	const from = (time: string | undefined) => (time === undefined ? '' : storedTime(time));
	const [createdFrom, updatedFrom] = [from(body.last_created_at), from(body.last_updated_at)];
	const total = sql.get`
		SELECT count(*) AS count FROM tasks INDEXED BY tasks_created
		WHERE org_id = ${organizationId} AND status IN (SELECT value FROM json_each(${wanted}))
			AND created_at >= ${createdFrom} AND updated_at >= ${updatedFrom}`;
	const page = sql.get`
		SELECT coalesce(group_concat('{"task_id":' || task_id || ',"task_url":' ||
			iif(linked, '"' || ${appUrl} || '/workflows/tasks/' || task_id || '",', 'null,') ||
			listed || body, ','), '') AS json
		FROM (
			SELECT task_id, linked, listed, body FROM tasks INDEXED BY tasks_created
			WHERE org_id = ${organizationId} AND status IN (SELECT value FROM json_each(${wanted}))
				AND created_at >= ${createdFrom} AND updated_at >= ${updatedFrom}
			ORDER BY created_at DESC, task_id DESC LIMIT ${body.limit} OFFSET ${body.offset}
		)`;
	return new JsonText(`{"tasks":[${String(page?.json)}],"total_count":${Number(total?.count)}}`);
};

export const listTasksByExternalSourceId: HandlerOf<'listTasksByExternalSourceId'> = (
	{ query, actor },
	{ store, appUrl },
) => {
	const tasks = store.sql.all`
		SELECT '{"task_id":' || task_id || ',"task_url":' ||
			iif(linked, '"' || ${appUrl} || '/workflows/tasks/' || task_id || '",', 'null,') ||
			listed || body AS json FROM tasks
		WHERE org_id = ${actor.organizationId} AND external_source_id = ${query.external_source_id}
		ORDER BY created_at DESC, task_id DESC`;
	return new JsonText(`{"tasks":[${tasks.map(({ json }) => json).join()}]}`);
};

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
