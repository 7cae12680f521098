import type { Service } from '../../service';
import { readJson } from '../../store/json';
import { findTask } from '../../store/tasks/tasks';
import { findWorkflow } from '../../store/workflows';
import type { Task, Workflow } from '../../workflow/definition';

/** A task, with its organization and workflow. */
export interface TaskContext {
	readonly organizationId: number;
	/** Null if the API returns no link to the task. */
	readonly url: string | null;
	readonly externalSourceId: string | null;
	readonly metadata: unknown;
	readonly task: Task;
	readonly workflow: Workflow | undefined;
}

/** The task with that id in any organization: its link must lead here. */
export const findTaskContext = (
	{ store, appUrl }: Service,
	taskId: string,
): TaskContext | undefined => {
	if (!/^\d{1,15}$/.test(taskId)) return undefined;
	const row = store.sql.get`
		SELECT org_id, linked, external_source_id, metadata FROM tasks
		WHERE task_id = ${Number(taskId)}`;
	const organizationId = Number(row?.org_id);
	const task = row && findTask(store, organizationId, Number(taskId));
	if (task === undefined) return undefined;
	const { external_source_id, metadata } = row ?? {};
	return {
		organizationId,
		url: row?.linked === 1 ? `${appUrl}/workflows/tasks/${taskId}` : null,
		externalSourceId: typeof external_source_id === 'string' ? external_source_id : null,
		metadata: typeof metadata === 'string' ? readJson(metadata) : null,
		task,
		workflow: findWorkflow(store, organizationId, task.workflow_id, String(task.workflow_version)),
	};
};
