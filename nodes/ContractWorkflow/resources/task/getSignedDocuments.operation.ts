import { listSignedDocuments } from '../../../../src';
import { operation } from '../../operation';
import { download, keepLink, outputField, withoutLink } from '../../properties';
import { taskId, taskTarget } from '../../properties/locators';

/** Awaits all promises, even after one has failed. Then throws the first error. */
const together = async <T>(works: ReadonlyArray<Promise<T>>): Promise<T[]> => {
	const all = Promise.all(works);
	await Promise.allSettled([all, ...works]);
	return await all;
};

export const getSignedDocuments = operation({
	name: 'Get Signed Documents',
	value: 'getSignedDocuments',
	action: 'Get signed documents of task',
	description: 'Get the signed documents of all signature steps of a task, one item each',
	builderHint: 'If you need the files, turn on "Download", because links expire.',
	endpoint: listSignedDocuments,
	properties: [taskId, download, outputField, keepLink],
	target: taskTarget,
	request: (parameters) => ({ params: { task_id: parameters.taskId } }),
	items: async ({ task_id, workflow_status, documents }, { parameters, files, again }) =>
		await together(
			documents.map(async (document) => {
				const json = { task_id, workflow_status, ...document };
				if (!parameters.download) return { json };
				const binary = await files.download(document, async () =>
					(await again()).documents.find(({ file_id }) => file_id === document.file_id),
				);
				return {
					json: withoutLink(json, parameters),
					binary: { [parameters.outputField]: binary },
				};
			}),
		),
});
