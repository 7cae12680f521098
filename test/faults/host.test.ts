import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../support/n8nCore';
import { packageFolderVariable } from '../support/packedPackage';
import { byId, parametersOf } from '../support/stage';
import { faultServers, json } from './faultServer';
import { numbered } from './items';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

const read: INodeParameters = parametersOf('task.get', { taskId: byId('={{ $json.id }}') });

describe('the rate limit belongs to the credential', () => {
	const serveUsedUp = async () => {
		const reset = Math.ceil(Date.now() / 1000) + 4;
		const server = await serve(() => ({
			atBody: json(
				200,
				{ task: { task_id: 1 } },
				{
					date: new Date().toUTCString(),
					'x-ratelimit-limit': '1',
					'x-ratelimit-remaining': '0',
					'x-ratelimit-reset': String(reset),
				},
			),
		}));
		return { server, reset: reset * 1000 };
	};
	const readWith = async (url: string, credentialId: string, apiKey: string) =>
		await runNode({
			parameters: read,
			credentials: { contractWorkflowApi: { baseUrl: url, apiKey } },
			credentialId,
			items: numbered(1),
		});

	it('and to its key: a new key in the same credential is not held up', async () => {
		const { server, reset } = await serveUsedUp();
		await readWith(server.url, 'rotated', 'key_1');
		await readWith(server.url, 'rotated', 'key_2');
		expect(server.requests[1]?.at).toBeLessThan(reset - 500);
	});

	it('and to no other: the same key in another credential is not held up', async () => {
		const { server, reset } = await serveUsedUp();
		await readWith(server.url, 'one', 'key_1');
		await readWith(server.url, 'other', 'key_1');
		expect(server.requests[1]?.at).toBeLessThan(reset - 500);
	});

	it('and to its address: the same credential at another address is not held up', async () => {
		const { server } = await serveUsedUp();
		const { server: moved, reset } = await serveUsedUp();
		await readWith(server.url, 'moved', 'key_1');
		await readWith(moved.url, 'moved', 'key_1');
		expect(moved.requests[0]?.at).toBeLessThan(reset - 500);
	});
});

it('the package packs to the same bytes each time', async () => {
	const folder = await mkdtemp(path.join(process.env[packageFolderVariable] ?? '', 'pack-'));
	try {
		const project = path.join(__dirname, '..', '..');
		const digests: string[] = [];
		for (const name of ['one', 'two']) {
			const into = path.join(folder, name);
			await mkdir(into);
			const options = ['pack', '--ignore-scripts', '--pack-destination', into];
			await promisify(execFile)('npm', options, { cwd: project });
			const [tarball = ''] = await readdir(into);
			const bytes = await readFile(path.join(into, tarball));
			digests.push(createHash('sha256').update(bytes).digest('hex'));
		}
		expect(digests[0]).toBe(digests[1]);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
