import { uploadSignedDocument as endpoint } from '../../../../src';
import { byText, fromList, idLocator } from '../../../shared/fields/property';
import { fileLabels } from '../../files/files';
import { operation } from '../../operation';
import { moreFields } from '../../properties';
import { taskId, taskTarget } from '../../properties/locators';
import { atStepOfType } from './stepType';

export const uploadSignedDocument = operation({
	name: 'Upload Signed Document',
	value: 'uploadSignedDocument',
	action: 'Upload signed document to task',
	description:
		'Attach an externally signed document to the signature step of a task of the organization',
	takesFiles: 'always',
	endpoint,
	properties: [
		taskId,
		{
			...idLocator,
			displayName: 'Step Run',
			name: 'stepRunId',
			required: true,
			modes: [fromList('searchStepRuns'), byText('By ID', 'id')],
			typeOptions: { loadOptionsDependsOn: ['taskId.value'] },
			description: 'The signature step',
		},
		{
			displayName: 'Input Data Field Name',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
		},
		moreFields({
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. signed.pdf',
			description: 'If empty, the name of the input file',
		}),
	],
	target: taskTarget,
	words: {
		done: () => 'uploaded',
		labels: { ...fileLabels, file: 'Input Data Field Name' },
		statuses: {
			404: {
				advice:
					'Check the Task and the Step Run. The Step Run needs the step_run_id of the signature step, not its step_id.',
			},
			409: {
				advice:
					'The service did not change the task. Get the task to see its current step. It must be a signature step that can still accept a document.',
			},
		},
	},
	write: {
		whereToLook:
			'Use Get Signed Documents to check if the document arrived before you upload it again.',
		inOrder: true,
		foresee: atStepOfType('signature', 'a signature step'),
	},
	request: async (parameters, { files }) => {
		const file = await files.read(
			'Input Data Field Name',
			parameters.binaryPropertyName,
			parameters.additionalFields.fileName,
		);
		return {
			params: { task_id: parameters.taskId },
			body: {
				step_run_id: parameters.stepRunId,
				file: { filename: file.name, base64_content: file.content },
			},
		};
	},
});
