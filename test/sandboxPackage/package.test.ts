import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';

/** Each Node, and the folder into which it has installed the package. */
const packages = z
	.array(z.object({ version: z.string(), node: z.string(), folder: z.string() }))
	.parse(JSON.parse(process.env.CONTRACT_WORKFLOW_SANDBOX_PACKAGES ?? ''));

const announcement = z.object({ baseUrl: z.string(), appUrl: z.string(), apiKey: z.string() });

const running: ChildProcess[] = [];
afterEach(() => {
	for (const child of running.splice(0)) child.kill('SIGKILL');
});

describe.each(packages)('with Node $version, the package', ({ version, node, folder }) => {
	const bin = path.join(folder, 'node_modules', '.bin', 'contract-workflow-sandbox');

	const call = (args: string[], env: NodeJS.ProcessEnv = {}) => {
		const options = { cwd: folder, env: { PATH: process.env.PATH, ...env } };
		const child = spawn(node, [bin, ...args], options);
		running.push(child);
		return child;
	};

	const start = async (...args: string[]) => {
		const child = call(args);
		for await (const line of createInterface({ input: child.stdout })) {
			return { child, ...announcement.parse(JSON.parse(line)) };
		}
		throw new Error(`It ended before it was ready: ${await text(child.stderr)}`);
	};

	const stop = async (child: ChildProcess): Promise<void> => {
		const ended = once(child, 'exit');
		child.kill('SIGTERM');
		expect(await ended).toEqual([0, null]);
	};

	it('is what was asked for, and came without any other package', async () => {
		expect(await text(spawn(node, ['--version']).stdout)).toMatch(new RegExp(`^v${version}\\.`));
		const names = await readdir(path.join(folder, 'node_modules'));
		expect(names.filter((name) => !name.startsWith('.'))).toEqual(['contract-workflow-sandbox']);
	});

	it('answers as the service, and shows its pages', async () => {
		const { child, baseUrl, appUrl, apiKey } = await start();
		const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
		const asked = { method: 'POST', headers, body: '{"limit":3}' };
		const tasks = await (await fetch(`${baseUrl}/tasks/list`, asked)).json();
		expect(tasks).toMatchObject({ tasks: { length: 3 } });
		for (const place of ['/workflows/tasks', '/assets/sandbox.css', '/assets/icon.svg']) {
			expect([place, (await fetch(`${appUrl}${place}`)).status]).toEqual([place, 200]);
		}
		await stop(child);
	});

	it('checks a service, and finds no issue in itself', async () => {
		const { child, baseUrl, apiKey } = await start('--rate-limit', '100000');
		const check = call(['check', '--base-url', baseUrl], { CONTRACT_WORKFLOW_API_KEY: apiKey });
		const printed = Promise.all([text(check.stdout), text(check.stderr)]);
		const [code] = (await once(check, 'close')) as [number];
		const [output, errors] = await printed;
		expect([code, errors]).toEqual([0, '']);
		expect(output).toContain(`Check of ${baseUrl}\n`);
		await stop(child);
	});
});
