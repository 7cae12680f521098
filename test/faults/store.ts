import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { byId, parametersOf } from '../support/stage';

/** Gives the document of a step, with its bytes. */
export const downloadStep = parametersOf('task.getStepDocument', {
	taskId: byId('={{ $json.id }}'),
	stepId: byId('draft'),
	download: true,
});

const megabyte = Buffer.alloc(1_000_000, 'x');

/** Sends bytes as fast as they are taken, until the connection ends; `sent` is told of each part. */
export const endless = (response: ServerResponse, sent: () => void = () => undefined): void => {
	response.writeHead(200, { 'content-type': 'application/pdf' });
	const more = (): void => {
		if (response.destroyed) return;
		sent();
		response.write(megabyte, () => setImmediate(more));
	};
	more();
};

/** Begins a file, and is silent then. */
export const halfAFile = (response: ServerResponse): void => {
	response.writeHead(200, { 'content-length': '1000' });
	response.write('half');
};

/** The files below the folder in which n8n keeps binary data. */
export const storedFiles = async (): Promise<string[]> => {
	const entries = await readdir(process.env.N8N_USER_FOLDER ?? '', {
		recursive: true,
		withFileTypes: true,
	});
	return entries
		.filter((entry) => entry.isFile() && entry.parentPath.includes('binary_data'))
		.map(({ parentPath, name }) => path.join(parentPath, name));
};
