import { expect } from '@jest/globals';
import type { EndpointName } from '../../src/contract';
import type { Json } from '../../tools/sandbox/test/support/service';
import type { DocumentedRequest } from './documentedRequests';
import type { Kind } from './sequences.counts';

/** What the requests to an endpoint do. */
const kinds: Partial<Record<EndpointName, Kind>> = {
	initiateWorkflow: 'initiated',
	approveTask: 'decision',
	commentOnTask: 'comment',
	addTaskAttachments: 'attachments',
	uploadSignedDocument: 'signed_document',
};

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The body of a request; empty where it is none that can be read. */
export const bodyOf = ({ body }: DocumentedRequest): Record<string, unknown> => {
	const value: unknown = JSON.parse(body ?? '{}');
	return typeof value === 'object' && value !== null ? { ...value } : {};
};

/** What a request does when it is carried out; undefined when it does nothing. */
export const kindOf = (request: DocumentedRequest): Kind | undefined => {
	const { files, attachment_ids } = bodyOf(request);
	const named = [files, attachment_ids].flatMap((list) => (isList(list) ? list : []));
	// Section 4: a request with neither files nor references records nothing.
	if (request.endpoint === 'addTaskAttachments' && named.length === 0) return undefined;
	return kinds[request.endpoint];
};

/** The task that a request is about; undefined where it is about none. */
export const taskIdIn = ({ place }: DocumentedRequest): number | undefined => {
	const [, id] = /^\/tasks\/(\d{1,12})(?:\/|$)/.exec(place) ?? [];
	return id === undefined ? undefined : Number(id);
};

/**
 * Holds an answer with status 200 to what sections 2 to 4 say of it beside its form.
 * @param before the task that it is about, as it was before the request
 * @param ids what the service gave as ids of comments, attachments and tasks so far
 */
export const checkAnswer = (
	request: DocumentedRequest,
	data: Json,
	before: Json | undefined,
	ids: Set<string>,
): void => {
	const body = bodyOf(request);
	const id = taskIdIn(request);
	const isNew = (kind: string, of: unknown): void => {
		const name = `${kind} ${String(of)}`;
		expect(ids).not.toContain(name);
		ids.add(name);
	};
	switch (request.endpoint) {
		case 'initiateWorkflow': {
			const [, , workflow, version] = request.place.split('/');
			isNew('task', data.task_id);
			expect(data.workflow_id).toBe(workflow);
			if (version !== 'latest') expect(data.version).toBe(Number(version));
			break;
		}
		case 'approveTask':
			expect(before?.current_step_type).toBe('approval');
			expect(data).toMatchObject({ task_id: id, approved: body.approved });
			break;
		case 'commentOnTask':
			expect(data.success).toBe(true);
			isNew('activity', data.activity_log_id);
			break;
		case 'addTaskAttachments': {
			const given = isList(body.files) ? body.files : [];
			expect(data.attachment_ids).toHaveLength(given.length);
			for (const one of data.attachment_ids as unknown as number[]) isNew('attachment', one);
			break;
		}
		case 'uploadSignedDocument':
			expect(before?.current_step_type).toBe('signature');
			expect(data).toMatchObject({ task_id: id, success: true });
			break;
		case 'getTask':
			expect(data.task?.task_id).toBe(id);
			break;
		case 'listSignedDocuments':
			expect(data).toMatchObject({ task_id: id, workflow_status: before?.status });
			expect(data.documents).toHaveLength(Number(data.total));
			break;
		case 'listTasks': {
			const limit = Number(body.limit ?? 50);
			const { length } = data.tasks as unknown as unknown[];
			expect(length).toBeLessThanOrEqual(Math.min(limit, Number(data.total_count)));
			break;
		}
		default:
	}
};
