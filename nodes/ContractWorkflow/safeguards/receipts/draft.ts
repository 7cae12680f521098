import type { Input, ShownRequest } from '../../../../src';
import { canonicalText } from '../../../../src';
import { isRecord } from '../../../shared/fields/propertyValue';
import { WrongField } from '../../../shared/words/explained';
import { canonicalRequest } from '../../plan/canonicalRequest';
import type { Item, Run } from '../../run/run';
import { taskIdIn } from '../../run/target';

/** What a run writes, and where in n8n it runs. */
interface ReceiptOrigin {
	/** Resource and operation, as the workflow stores them. */
	readonly operation: string;
	readonly n8n_workflow_id: string | null;
	readonly n8n_workflow_name: string | null;
	readonly n8n_execution_id: string | null;
	readonly n8n_node_name: string;
	/** Counted from 0, as n8n does, if a node runs several times in an execution. */
	readonly n8n_run_index: number;
}

/** The part of a receipt that is known before anything is sent. */
export interface ReceiptDraft extends ReceiptOrigin {
	readonly receipt_version: 1;
	/** The task that the request is about. A launch reads it from the response. */
	readonly task_id: number | null;
	readonly decision: 'approve' | 'reject' | null;
	/** The member whose email was given, or otherwise the default of the service (section 5.6). */
	readonly attributed_to: string;
	/** Section 2; null if the service did not report it. */
	readonly api_key_id: number | null;
	readonly base_url: string;
	/** Each file as its size and SHA-256. */
	readonly request: ShownRequest;
	/** The digest of the canonical text of `request` (RFC 8785). */
	readonly request_sha256: string;
	readonly n8n_item_index: number;
}

/** To whom the service attributes a request without a user (section 5.6). */
const keyCreator = 'creator of the API key';

/** Describes what a run writes, and where in n8n it runs. */
export const originOf = ({ context, resource, operation }: Run): ReceiptOrigin => {
	const { id, name } = context.getWorkflow();
	const executionId: string | undefined = context.getExecutionId();
	return {
		operation: `${resource}.${operation.value}`,
		n8n_workflow_id: id ?? null,
		n8n_workflow_name: name ?? null,
		n8n_execution_id: executionId ?? null,
		n8n_node_name: context.getNode().name,
		n8n_run_index: Number(context.getWorkflowDataProxy(0).$runIndex),
	};
};

/** The fields of a request that have the same name in all endpoints (section 4). */
const decisionIn = ({ body }: Input): Pick<ReceiptDraft, 'decision' | 'attributed_to'> => {
	const { approved, user_email: email, user } = isRecord(body) ? body : {};
	const member = email ?? user;
	return {
		decision: typeof approved === 'boolean' ? (approved ? 'approve' : 'reject') : null,
		attributed_to: typeof member === 'string' ? member : keyCreator,
	};
};

/**
 * The part of an item's receipt that is known before anything is sent. Reads its files.
 * @throws {WrongField} for text that a receipt cannot contain: a secret of the credential, or half
 * of a surrogate pair.
 * @throws {OrganizationUnknown} when the ID of the API key cannot be requested.
 */
export const draftReceipt = async (
	run: Run,
	origin: ReceiptOrigin,
	{ index, input, target, access }: Item,
): Promise<ReceiptDraft> => {
	const { request, sha256 } = await canonicalRequest(run.endpoint, input);
	const { api_key_id: keyId } = await access.organization();
	const draft: ReceiptDraft = {
		receipt_version: 1,
		...origin,
		task_id: taskIdIn(target) ?? null,
		...decisionIn(input),
		api_key_id: Number.isInteger(keyId) ? keyId : null,
		base_url: access.baseUrl,
		request,
		request_sha256: sha256,
		n8n_item_index: index,
	};
	if (canonicalText(access.mask(draft)) !== canonicalText(draft)) {
		throw new WrongField(
			'Add Receipt',
			'is on, but the request or a name in n8n contains the API key',
			[
				'A receipt must not contain a secret. Remove the API key from the request, and from the names of the workflow and the node.',
			],
		);
	}
	return draft;
};
