import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { startNodeRun } from '../support/n8nCore';
import type { FastTime } from './fastTime';
import { startFastTime } from './fastTime';
import type { Answering, Fate } from './faultServer';
import { faultServers, json } from './faultServer';
import { approve, goesOn, numbered, read, runOf } from './items';
import { downloadStep, endless, halfAFile, storedFiles } from './store';

const serve = faultServers();
let time: FastTime | undefined;
afterEach(async () => {
	await time?.stop();
	time = undefined;
});

const answer = { task_id: 1, status: 'in_progress', approved: true, message: 'Approved' };

const slowly: Answering = (response) => setTimeout(() => json(200, answer)(response), 2_000);

const usedUp: Answering = (response) => {
	const headers = {
		'x-ratelimit-limit': '10',
		'x-ratelimit-remaining': '0',
		'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 30),
	};
	json(200, answer, headers)(response);
};

const half = (response: ServerResponse) => {
	response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
	response.write('{');
};

/** What the service, or the link of a file, does when the stop comes. */
const cases: ReadonlyArray<readonly [string, typeof approve, Fate['atBody']]> = [
	['while it sends', approve, slowly],
	['while it waits for the rate limit', approve, usedUp],
	['while it backs off', read, json(503, { detail: 'Not now' })],
	['while it waits for an answer', approve, () => undefined],
	['while a body comes in', read, half],
	['while a file comes in', downloadStep, (response) => endless(response)],
	['while a file has come to a halt', downloadStep, halfAFile],
];

it.each(cases)('a stop %s ends all within a second', async (_name, parameters, atBody) => {
	const before = await storedFiles();
	// Items begin two at a time, and none after a response that leaves nothing of the limit.
	const fewest = atBody === usedUp ? 1 : 20;
	let held: Promise<void> | undefined;
	const store = await serve((index) => ({
		atBody(response, request) {
			// However busy the machine is, most items are still to come.
			if (index + 1 >= fewest) held ??= time?.hold();
			atBody?.(response, request);
		},
	}));
	const document = { download_url: store.url, file_name: 'a.pdf', expires_at: null };
	const service = await serve(() => ({ atBody: json(200, document) }));
	const { url } = parameters === downloadStep ? service : store;
	time = startFastTime();
	const run = await startNodeRun(runOf(url, parameters, { items: numbered(1_000), ...goesOn }));
	while (!held) await pause(1);
	await held;
	await pause(10);
	run.stop();
	// In steps, between which files and sockets have their turn, however busy the machine is.
	for (let step = 0; step < 20; step++) {
		await time.pass(50);
		await pause(50);
	}
	expect(await Promise.race([run.ended.then(() => true), pause(20_000, false)])).toBe(true);
	while (store.openConnections() + service.openConnections() > 0) await pause(1);
	const sent = store.requests.length + service.requests.length;
	await time.pass(600_000);
	await pause(50);
	expect(store.requests.length + service.requests.length).toBe(sent);
	expect(store.requests.length).toBeLessThan(1_000);
	expect(await storedFiles()).toEqual(before);
});
