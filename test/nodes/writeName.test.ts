import { expect, it } from '@jest/globals';
import { approve } from '../../nodes/ContractWorkflow/resources/task/approve.operation';
import { uploadSignedDocument } from '../../nodes/ContractWorkflow/resources/task/uploadSignedDocument.operation';
import { initiate } from '../../nodes/ContractWorkflow/resources/workflow/initiate.operation';
import { writeName } from '../../nodes/ContractWorkflow/run/writeName';
import { FileContent } from '../../src';

type Named = Parameters<typeof writeName>;
type NamedInput = { readonly params: { readonly task_id: string }; readonly body: object };

const nameOf = (
	operation: typeof approve,
	input: NamedInput,
	credentialId = 'one',
	owner?: string,
) => {
	const { endpoint } = operation;
	const access = { baseUrl: 'https://api.example.com', credentialId };
	const { task_id: taskId } = input.params;
	const item = { input, access, target: operation.target?.({ taskId }) };
	return writeName(
		{ operation, endpoint } as unknown as Named[0],
		item as unknown as Named[1],
		owner,
	);
};

const unread = async (): Promise<never> => await Promise.reject(new Error('The file was read'));

const upload = (filename: string, size: number, id: string) =>
	nameOf(uploadSignedDocument, {
		params: { task_id: '1' },
		body: {
			step_run_id: 's',
			file: { filename, base64_content: new FileContent(size, unread, id) },
		},
	});

it('a file counts by its name, its size and its id in the store, and is not read', () => {
	const { write } = upload('a.pdf', 300_000_000, 'filesystem:1');
	expect(upload('a.pdf', 300_000_000, 'filesystem:1').write).toBe(write);
	expect(upload('b.pdf', 300_000_000, 'filesystem:1').write).not.toBe(write);
	expect(upload('a.pdf', 300_000_001, 'filesystem:1').write).not.toBe(write);
	expect(upload('a.pdf', 300_000_000, 'filesystem:2').write).not.toBe(write);
});

it('a decision counts by task and decision alone, whoever makes it and whatever it says', () => {
	const decide = (task_id: string, approved: boolean, comment = '', credentialId = 'one') =>
		nameOf(approve, { params: { task_id }, body: { approved, comment } }, credentialId);
	const { write, request } = decide('42', true);
	expect(decide('042', true, 'Well', 'two').write).toBe(write);
	expect(decide('42', true, 'Well').request).not.toBe(request);
	expect(decide('42', false).write).not.toBe(write);
	expect(decide('43', true).write).not.toBe(write);
});

it('a launch is the same write whatever the order of the keys of its values', () => {
	const { endpoint } = initiate;
	const launch = (metadata: object) => {
		const input = { params: { version: '1', workflow_id: 'w' }, body: { variables: [], metadata } };
		const item = { input, access: { baseUrl: 'https://api.example.com', credentialId: 'one' } };
		const run = { operation: initiate, endpoint };
		return writeName(run as unknown as Named[0], item as unknown as Named[1], undefined).write;
	};
	const write = launch({ deal: 'D-1', owner: { name: 'A', id: 1 } });
	expect(launch({ owner: { id: 1, name: 'A' }, deal: 'D-1' })).toBe(write);
	expect(launch({ deal: 'D-1', owner: { name: 'A', id: 2 } })).not.toBe(write);
});
