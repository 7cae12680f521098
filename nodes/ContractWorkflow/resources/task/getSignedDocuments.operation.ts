import { listSignedDocuments } from '../../../../src';
import { documentItem, downloads } from '../../files/documentItem';
import { operation } from '../../operation';
import { taskId, taskTarget } from '../../properties/locators';

export const getSignedDocuments = operation({
	name: 'Get Signed Documents',
	value: 'getSignedDocuments',
	action: 'Get signed documents of task',
	description: 'Get the signed documents of all signature steps of a task, one item each',
	builderHint: 'If you need the files, turn on "Download", because links expire.',
	endpoint: listSignedDocuments,
	properties: [taskId, ...downloads],
	target: taskTarget,
	request: (parameters) => ({ params: { task_id: parameters.taskId } }),
	items: async ({ task_id, workflow_status, documents }, item) =>
		await Promise.all(
			documents.map(
				async (document) =>
					await documentItem({ task_id, workflow_status, ...document }, item, async () =>
						(await item.again()).documents.find(({ file_id }) => file_id === document.file_id),
					),
			),
		),
});
