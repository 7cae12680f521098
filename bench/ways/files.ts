import { randomBytes } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Step } from '../host/nodes';
import { contractWorkflow, fileToBase64, httpRequest, readFile, taskId } from '../host/nodes';
import type { Bench } from '../job';
import type { Outcome, Verdict, WorkflowWay } from './ways';
import { workflowWay } from './ways';

export const megabyte = 1024 * 1024;

/** The service for large files. */
export const largeFiles = [
	'--rate-limit',
	'1000000000',
	'--documents',
	'0',
	'--body-limit',
	String(600 * megabyte),
];

/** A task of the sample data. */
const task = 10001;

/** The body of the call: the file that the workflow reads. */
interface NamedFile {
	readonly file: string;
	readonly megabytes: number;
}

/** Creates a file of random bytes in the folder that n8n reads, unless it already exists. */
export const fileOf = async ({ host }: Bench, megabytes: number): Promise<NamedFile> => {
	const file = path.join(host.filesFolder, `contract-${megabytes}.bin`);
	const found = await stat(file).catch(() => undefined);
	if (found?.size === megabytes * megabyte) return { file, megabytes };
	const handle = await open(file, 'w');
	for (let written = 0; written < megabytes; written += 1) {
		await handle.write(randomBytes(megabyte));
	}
	await handle.close();
	return { file, megabytes };
};

/** The start of a file as base64, as long as in the service's log. */
const beginningOf = async (file: string): Promise<string> => {
	const handle = await open(file);
	const { buffer } = await handle.read(Buffer.alloc(75), 0, 75, 0);
	await handle.close();
	return buffer.toString('base64');
};

/** The service's log shows the start and the length of a long text. */
const checkAttached = async (
	{ requests }: Outcome,
	{ file, megabytes }: NamedFile,
): Promise<Verdict> => {
	const [request] = requests;
	const length = 4 * Math.ceil((megabytes * megabyte) / 3);
	const expected = `${await beginningOf(file)}… (${length} characters)`;
	const isRight =
		requests.length === 1 &&
		request?.status === 200 &&
		JSON.stringify(request.body).includes(expected);
	return { faults: isRight ? [] : ['the file did not arrive unchanged'] };
};

const reading = readFile('={{ $json.body.file }}');

/** This package's node, with the file as binary data. */
export const attach = ({ keys }: Bench): Step[] => [
	reading,
	contractWorkflow(keys.ours, 'task', 'addAttachments', {
		...taskId(task),
		binaryPropertyNames: 'data',
	}),
];

/** HTTP Request, with the file as base64 text in its JSON body. */
export const attachByHttp = ({ service, keys }: Bench): Step[] => [
	reading,
	fileToBase64,
	httpRequest(keys.rival, {
		method: 'POST',
		url: `${service.baseUrl}/tasks/${task}/attachments`,
		jsonBody:
			'={{ { attach_to_task: true, files: [{ filename: "contract.bin", base64_content: $json.data }] } }}',
	}),
];

/** A way to attach a file of so many MB. */
export const attaching = (
	way: Pick<WorkflowWay<NamedFile>, 'name' | 'side' | 'rounds' | 'mayFail' | 'steps'>,
	megabytes: number,
) =>
	workflowWay<NamedFile>({
		...way,
		input: async (bench) => await fileOf(bench, megabytes),
		warmUp: async (bench) => await fileOf(bench, 1),
		check: checkAttached,
	});
