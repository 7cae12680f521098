import type { FileContent, ValidationIssue } from '../../../src/contract';
import type { HandlerOf } from '../api/handler';
import { invalid, issue } from '../api/refusal';
import { decodeBase64 } from '../files';
import type { Service } from '../service';
import { addFile } from '../store/files';
import { strangers } from '../store/members';
import {
	activityKind,
	addActivity,
	addAttachment,
	taskAttachmentIds,
} from '../store/tasks/activity';
import { saveTask } from '../store/tasks/tasks';
import { emit } from '../webhooks/subscriptions';
import { attributed } from './attribution';
import { requestedTask } from './taskProgress';

interface AttachedFile {
	readonly filename: string;
	readonly base64_content: string | FileContent;
}

interface DecodedFile {
	readonly name: string;
	readonly content: Uint8Array;
}

/** Decodes the files of the body's `field`. Invalid Base64 becomes an issue. */
const decodeFiles = (
	field: 'files' | 'attachments',
	files: readonly AttachedFile[],
	issues: ValidationIssue[],
): DecodedFile[] =>
	files.flatMap(({ filename, base64_content }, index) => {
		const content = decodeBase64(base64_content);
		if (content !== undefined) return [{ name: filename, content }];
		issues.push(issue(['body', field, index, 'base64_content'], 'is not Base64'));
		return [];
	});

const attach = (
	service: Service,
	organizationId: number,
	taskId: number,
	files: readonly DecodedFile[],
	onTask: boolean,
): number[] =>
	files.map(({ name, content }) =>
		addAttachment(service.store, taskId, addFile(service, organizationId, name, content), onTask),
	);

export const commentOnTask: HandlerOf<'commentOnTask'> = ({ params, body, actor }, service) => {
	const { store } = service;
	const { organizationId } = actor;
	const task = requestedTask(service, actor, params.task_id);
	const member = attributed(service, actor, 'user_email', body.user_email);
	const { task_id: taskId } = task;
	const mentionedUserIds = body.mention_user_ids ?? [];
	const issues: ValidationIssue[] = [];
	const unknown = strangers(store, organizationId, mentionedUserIds);
	if (unknown.length > 0) {
		issues.push(issue(['body', 'mention_user_ids'], `no members: ${unknown.join(', ')}`));
	}
	if (body.reply_to !== undefined && activityKind(store, taskId, body.reply_to) !== 'comment') {
		issues.push(issue(['body', 'reply_to'], 'is not a comment on this task'));
	}
	const files = decodeFiles('attachments', body.attachments ?? [], issues);
	if (issues.length > 0) throw invalid(...issues);
	const activityLogId = addActivity(service, {
		taskId,
		kind: 'comment',
		userId: member.userId,
		comment: body.comment,
		replyTo: body.reply_to,
		mentionedUserIds,
		attachmentIds: attach(service, organizationId, taskId, files, false),
	});
	saveTask(service, task);
	// Section 6: a comment emits an event. Its content is the sandbox's own choice.
	emit(service, organizationId, 'flows.tasks.commented', {
		task_id: taskId,
		task_url: `${service.appUrl}/workflows/tasks/${taskId}`,
		workflow_id: task.workflow_id,
		activity_log_id: activityLogId,
		comment: body.comment,
		user_email: member.email,
	});
	return { success: true, activity_log_id: activityLogId, message: 'Comment added' };
};

/** Issues for references to earlier attachments (section 4: they must already be on the task). */
const referenceIssues = (
	service: Service,
	taskId: number,
	references: readonly number[],
	attachToTask: boolean,
): ValidationIssue[] => {
	if (references.length > 0 && attachToTask) {
		const message = 'can only be used with attach_to_task false';
		return [issue(['body', 'attachment_ids'], message)];
	}
	const onTask = taskAttachmentIds(service.store, taskId);
	return references.flatMap((id, index) =>
		onTask.has(id)
			? []
			: [issue(['body', 'attachment_ids', index], `${id} is not an attachment on this task`)],
	);
};

export const addTaskAttachments: HandlerOf<'addTaskAttachments'> = (call, service) => {
	const { params, body, actor } = call;
	const { organizationId } = actor;
	const task = requestedTask(service, actor, params.task_id);
	const member = attributed(service, actor, 'user_email', body.user_email);
	const { task_id: taskId } = task;
	const references = body.attachment_ids ?? [];
	const issues = referenceIssues(service, taskId, references, body.attach_to_task);
	const { reply_to: replyTo } = body;
	if (replyTo !== null && activityKind(service.store, taskId, replyTo) === undefined) {
		issues.push(issue(['body', 'reply_to'], 'is not an activity log entry of this task'));
	}
	const files = decodeFiles('files', body.files, issues);
	if (issues.length > 0) throw invalid(...issues);
	const added = attach(service, organizationId, taskId, files, body.attach_to_task);
	// Section 4: a request without files and references records nothing.
	if (added.length + references.length > 0) {
		addActivity(service, {
			taskId,
			kind: 'attachments',
			userId: member.userId,
			replyTo,
			attachmentIds: [...added, ...references],
		});
		saveTask(service, task);
	}
	return { attachment_ids: added };
};
