import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { byId, parametersOf } from '../support/stage';

const value = '={{ $json.value }}';

/** Every place of a path: name, parameters, and what stands before and after it. */
export const slots: ReadonlyArray<readonly [string, INodeParameters, string, string]> = [
	[
		'file_id',
		parametersOf('document.updateAttributes', {
			fileId: value,
			attributes: { attribute: [{ name: 'a', dataType: 'text', value: 'b' }] },
		}),
		'PATCH /core/files/',
		'/attributes',
	],
	[
		'workflow_id of a schema',
		parametersOf('workflow.getSchema', { workflowId: byId(value) }),
		'GET /workflows/',
		'/latest/schema',
	],
	[
		'version of a schema',
		parametersOf('workflow.getSchema', { workflowId: byId('w'), version: value }),
		'GET /workflows/w/',
		'/schema',
	],
	[
		'workflow_id to initiate',
		parametersOf('workflow.initiate', { workflowId: byId(value) }),
		'POST /workflows/',
		'/latest/initiate',
	],
	[
		'version to initiate',
		parametersOf('workflow.initiate', { workflowId: byId('w'), version: value }),
		'POST /workflows/w/',
		'/initiate',
	],
	['task_id', parametersOf('task.get', { taskId: byId(value) }), 'GET /tasks/', ''],
	[
		'step_id',
		parametersOf('task.getStepDocument', { taskId: byId('1'), stepId: byId(value) }),
		'GET /tasks/1/steps/',
		'/document',
	],
	['slug', parametersOf('clickwrap.getActive', { slug: value }), 'GET /server/clickwrap/', ''],
	[
		'slug of a history',
		parametersOf('clickwrap.getHistory', { slug: value }),
		'GET /server/clickwrap/',
		'/history',
	],
];

/** Values that climb, end or split a path, or that only look like a number. */
export const hostile = [
	'..',
	'.',
	'',
	'%2e%2e',
	'%2E%2E%2F',
	'a/b',
	'../x',
	'..\\x',
	'a?b=c',
	'a#b',
	'a\\b',
	'a\u0000b',
	'a\r\nX-Injected: 1',
	'\ud800',
	'a\udc00',
	' ',
	'　',
	'．．',
	'12',
	'latest',
	'1e3',
	'-1',
	'+1',
	'0x10',
	'1 ',
	'{{ $json }}',
	'={{ 1 }}',
	'__proto__',
	'%',
	'%zz',
	'a;b',
	'😀',
	'a'.repeat(3_000),
];

const part = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 6 }),
	fc.string({ maxLength: 8 }),
	fc.constantFrom('/', '..', '.', '?', '#', '%2f', '%00', '\\', '\r\n', '@', ':', '//', '٣', '12'),
);
/** A thousand more, the same each time. */
export const randomValues = fc.sample(
	fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
	{ numRuns: 1_000, seed: 20_260_105 },
);
