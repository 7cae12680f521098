import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { nowhere } from '../support/answeringServer';
import { storeFile } from '../support/n8nCore';
import { byId, parametersOf } from '../support/stage';
import { useFastTime } from './fastTime';
import type { Fate } from './faultServer';
import { faultServers, json } from './faultServer';
import { errorOf, goesOn, numbered, runAt } from './items';

const serve = faultServers();
useFastTime();

const attach = parametersOf('task.addAttachments', { taskId: byId('={{ $json.id }}') });

/** The files of n8n's binary store that this process has open. */
const openFiles = async (): Promise<string[]> => {
	const entries = await readdir('/proc/self/fd');
	const targets = await Promise.all(
		entries.map(async (entry) => await readlink(`/proc/self/fd/${entry}`).catch(() => '')),
	);
	return targets.filter((target) => target.includes('binary_data'));
};

const done = json(200, { success: true, attachment_ids: [1], activity_log_id: 1 });

it.each<[string, Fate | 'down', number]>([
	['that is down', 'down', 60],
	['that refuses a body before it is sent', { atHeaders: json(413, { detail: 'Large' }) }, 40],
	['that breaks off', { atHeaders: (response) => response.socket?.resetAndDestroy() }, 40],
	['that takes them', { atBody: done }, 5],
])('uploads to a service %s leave no file open', async (_name, fate, count) => {
	const server = fate === 'down' ? nowhere : await serve(() => fate);
	const bytes = Buffer.alloc(300_000, 'x');
	const binary = { data: await storeFile(bytes, 'a.pdf', 'application/pdf') };
	const items = numbered(count).map((item) => ({ ...item, binary }));
	const { output } = await runAt(server.url, attach, { items, ...goesOn });
	expect(output.filter((item) => !errorOf(item))).toHaveLength(
		fate !== 'down' && fate.atBody ? count : 0,
	);
	while ((await openFiles()).length > 0) await pause(5);
	while ('port' in server && server.openConnections() > 0) await pause(5);
});
