import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { builtIn, byId, contractWorkflow, httpRequest } from '../host/nodes';
import type { Job, Way } from '../job';

const megabytes = 50;
const megabyte = 1024 * 1024;

/** A task of the sample data. */
const task = 10001;

/** The service's log shows so many characters of a long text, and its length. */
const shown = 100;

const reading = builtIn('Read File', 'readWriteFile', 1.1, {
	operation: 'read',
	fileSelector: '={{ $json.body.file }}',
	options: {},
});

/** This package's node, with the file as binary data. */
const ours: Way = {
	name: 'Add Attachments',
	side: 'ours',
	steps: ({ keys }) => [
		reading,
		contractWorkflow(keys, 'task', 'addAttachments', {
			taskId: byId(task),
			binaryPropertyNames: 'data',
		}),
	],
};

/** HTTP Request, with the file as base64 text in its JSON body. */
const rival: Way = {
	name: 'Extract From File, JSON body',
	side: 'rival',
	steps: ({ keys, service }) => [
		reading,
		builtIn('Extract From File', 'extractFromFile', 1.1, {
			operation: 'binaryToPropery',
			options: {},
		}),
		httpRequest(keys, {
			method: 'POST',
			url: `${service.baseUrl}/tasks/${task}/attachments`,
			jsonBody:
				'={{ { attach_to_task: true, files: [{ filename: "contract.bin", base64_content: $json.data }] } }}',
		}),
	],
};

/** A large file to a task. */
export const attachFile: Job = {
	name: 'attach',
	title: `Attach a file of ${megabytes} MB`,
	sandbox: { rateLimit: 1e9, documents: 0 },
	fresh: true,
	ways: [ours, rival],
	async prepare({ host }, isWarmUp) {
		const file = path.join(host.filesFolder, 'contract.bin');
		await writeFile(file, randomBytes(isWarmUp ? megabyte : megabytes * megabyte));
		return {
			body: { file },
			async faults({ requests: [request, ...others] }) {
				const base64 = await readFile(file, 'base64');
				const expected = `${base64.slice(0, shown)}… (${base64.length} characters)`;
				const isRight =
					others.length === 0 &&
					request?.status === 200 &&
					JSON.stringify(request.body).includes(expected);
				return isRight ? [] : ['the file did not arrive unchanged'];
			},
		};
	},
};
