import type { Actor } from '../../api/authentication';
import { conflict } from '../../api/refusal';
import type { Service } from '../../service';
import { isWaitingAt } from '../../workflow/transitions';
import { encodedFiles, textOf } from '../form';
import { actorOf } from '../people';
import { perform } from '../perform';
import type { TaskContext } from './taskContext';
import { findTaskContext } from './taskContext';

/** Names of the forms on the page of a task. */
export const taskForms = ['comment', 'decision', 'signature'] as const;

export type TaskForm = (typeof taskForms)[number];

/** A form that was read and can be applied immediately. */
export type Apply = (service: Service) => string;

type Read = (
	form: FormData,
	context: TaskContext,
) => Promise<(service: Service, actor: Actor) => string>;

const variablePrefix = 'variable:';

const readComment: Read = async (form, { task }) => {
	const replyTo = textOf(form, 'reply_to');
	const body = {
		comment: textOf(form, 'comment'),
		mention_user_ids: form.getAll('mention_user_ids').map(Number),
		...(replyTo === '' ? {} : { reply_to: Number(replyTo) }),
		attachments: await encodedFiles(form, 'attachments'),
	};
	return (service, actor) => {
		const params = { task_id: task.task_id };
		const answer = perform(service, actor, 'commentOnTask', params, body);
		return 'activity_log_id' in answer ? `entry-${answer.activity_log_id}` : 'conversation';
	};
};

/** A page can be outdated: a decision on it must not apply to the next step. */
const refuseOldPage = (service: Service, { task }: TaskContext, shownRun: string): void => {
	const now = findTaskContext(service, String(task.task_id))?.task;
	if (now === undefined || now.current_step_run_id === shownRun) return;
	if (!isWaitingAt(now, 'approval')) return;
	throw conflict(
		`The task has moved on to ${now.current_step_name}. Check the task again before you decide`,
	);
};

const readDecision: Read = (form, context) => {
	const { task, workflow } = context;
	const variables = [...form].flatMap(([name, value]) => {
		const variable_id = name.slice(variablePrefix.length);
		if (!name.startsWith(variablePrefix) || typeof value !== 'string' || value === '') return [];
		const definition = workflow?.schema.variables.find(
			(entry) => entry.variable_id === variable_id,
		);
		return [{ variable_id, type: definition?.type, value }];
	});
	const comment = textOf(form, 'comment');
	const body = {
		approved: textOf(form, 'decision') === 'approve',
		...(comment === '' ? {} : { comment }),
		...(variables.length === 0 ? {} : { variables }),
	};
	return Promise.resolve((service, actor) => {
		refuseOldPage(service, context, textOf(form, 'step_run_id'));
		perform(service, actor, 'approveTask', { task_id: task.task_id }, body);
		return 'done';
	});
};

const readSignature: Read = async (form, { task }) => {
	const [file] = await encodedFiles(form, 'file');
	const body = { step_run_id: textOf(form, 'step_run_id'), file };
	return (service, actor) => {
		perform(service, actor, 'uploadSignedDocument', { task_id: task.task_id }, body);
		return 'done';
	};
};

const readers: Readonly<Record<TaskForm, Read>> = {
	comment: readComment,
	decision: readDecision,
	signature: readSignature,
};

/**
 * Reads a form on the page of a task. The result applies the form as the chosen member, and returns
 * the place on the page that shows the outcome.
 * @throws Refusal as the API would return it.
 */
export const readTaskForm = async (
	name: TaskForm,
	form: FormData,
	context: TaskContext,
): Promise<Apply> => {
	const apply = await readers[name](form, context);
	return (service) =>
		apply(service, actorOf(service, context.organizationId, textOf(form, 'user_email')));
};
