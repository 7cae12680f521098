import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { printable } from '../../check/report/words';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';

let folder: string;
let sandbox: Sandbox | undefined;
const servers: Server[] = [];
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'check-'));
});
afterEach(async () => {
	await sandbox?.stop();
	sandbox = undefined;
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
	await rm(folder, { recursive: true });
});

const serve = async (listener: RequestListener): Promise<string> => {
	const server = createServer(listener).listen(0, '127.0.0.1');
	servers.push(server);
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const start = (key: string | undefined, ...options: string[]) => {
	const env = { ...process.env, CONTRACT_WORKFLOW_API_KEY: key };
	const main = join(__dirname, '../../check/main.ts');
	const child = spawn(process.execPath, ['--import', 'tsx', main, ...options], { env });
	const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
	return {
		child,
		ended: ended.then(([[code], output, errors]) => ({ code: Number(code), output, errors })),
	};
};

const run = (key: string | undefined, ...options: string[]) => start(key, ...options).ended;

it('prints a report, writes a profile, and ends with 0 where nothing differs', async () => {
	sandbox = await createSandbox({ rateLimit: 100_000 });
	const file = join(folder, 'service.json');
	const key = sandbox.apiKeys.main;
	const url = `${sandbox.baseUrl}/`;
	const { code, output, errors } = await run(key, '--base-url', url, '--write-profile', file);
	expect([code, errors]).toEqual([0, '']);
	expect(output).toContain(`Check of ${sandbox.baseUrl}\n`);
	expect(output).toContain('No differences from the contract.');
	expect(output).toContain('Nothing was written.');
	expect(output).toContain('Order of a task list');
	const profile = await readFile(file, 'utf8');
	expect(profile).not.toMatch(/@|http|sandbox_/);
	expect(Object.keys(JSON.parse(profile))).toEqual(['kind', 'version', 'choices']);
	expect(output + profile).not.toContain(key);
});

it('shows the key nowhere, though the service repeats it in every text and name', async () => {
	const key = 'prefix_SECRETsecretSECRETsecret';
	const url = await serve((_request, response) => {
		const body = { [key]: key, org_name: key, rate_limit_per_minute: key, detail: [key] };
		response.writeHead(200, { 'content-type': 'application/json', 'x-ratelimit-limit': key });
		response.end(JSON.stringify(body));
	});
	const file = join(folder, 'service.json');
	const { code, output, errors } = await run(key, '--base-url', url, '--write-profile', file);
	expect([code, errors]).toEqual([1, '']);
	expect(output).toMatch(/differences? from the contract:/);
	expect(output + (await readFile(file, 'utf8'))).not.toContain('SECRET');
	const refused = await serve((_request, response) => {
		response.writeHead(401, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ detail: `Unknown key ${key}` }));
	});
	const second = await run(key, '--base-url', refused);
	expect(second.code).toBe(2);
	expect(second.output + second.errors).not.toContain('SECRET');
});

it('says in one sentence why it could not check', async () => {
	sandbox = await createSandbox({ tasks: 1, documents: 1 });
	const { baseUrl, apiKeys } = sandbox;
	const page = await serve((_request, response) => response.end('<h1>Welcome</h1>'));
	const variable = 'CONTRACT_WORKFLOW_API_KEY';
	const cases: ReadonlyArray<readonly [string | undefined, string, string]> = [
		[undefined, baseUrl, `There is no API key: set the environment variable ${variable} to one`],
		['wrong', baseUrl, `does not accept the key in ${variable} ("Invalid API key"). Check`],
		[apiKeys.expired, baseUrl, 'has expired'],
		['key', page, 'with something other than an organization. Check the base URL.'],
		['key', 'http://127.0.0.1:1', 'the connection was refused. Check host and port'],
		['key', 'no-such-host.invalid', 'The base URL must be the web address of the service'],
		['key', 'http://name:password@127.0.0.1:1', 'must not contain a user name or a password'],
		['ke\ny', baseUrl, `${variable} contains characters that a header cannot contain`],
	];
	for (const [key, url, sentence] of cases) {
		const { code, output, errors } = await run(key, '--base-url', url);
		expect([code, output]).toEqual([2, '']);
		expect(errors).toContain(sentence);
		expect(errors.trim().split('\n')).toHaveLength(1);
	}
});

it.each([
	[[], '--base-url <url> is needed.'],
	[['--base-url', 'http://127.0.0.1:1', '--max-requests', '0'], 'a whole number of 1 or more'],
	[['--base-url', 'http://127.0.0.1:1', '--writes'], "Unknown option '--writes'"],
])('says what is wrong with the options %j', async (options, sentence) => {
	const { code, output, errors } = await run('key', ...options);
	expect([code, output]).toEqual([2, '']);
	expect(errors).toContain(sentence);
});

it('ends at Ctrl-C, though the service does not answer', async () => {
	const asked = new Promise<void>((resolve) => {
		void serve(() => resolve()).then((url) => {
			child = start('key', '--base-url', url);
		});
	});
	let child: ReturnType<typeof start> | undefined;
	await asked;
	child?.child.kill('SIGINT');
	expect(await child?.ended).toEqual({ code: 130, output: '', errors: 'Stopped.\n' });
});

it.each([200, 401, 500])(
	'lets no text of an answer with status %d steer the terminal',
	async (status) => {
		const trick = '\u001b[2J\u009b31m\u202eNo difference\u2028\u0007\nfrom the contract.';
		const url = await serve((_request, response) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ [trick]: trick, org_name: trick, detail: trick }));
		});
		const { output, errors } = await run(
			'prefix_c2VjcmV0',
			'--base-url',
			url,
			'--max-requests',
			'2',
		);
		expect(output + errors).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u);
		expect(output + errors).not.toMatch(/^from the contract/m);
	},
);

it('shows what could steer the terminal as its code, and keeps the lines', () => {
	expect(printable('a\u001b[2J\nb\u2028c\u202e')).toBe('a\\u{1b}[2J\nb\\u{2028}c\\u{202e}');
});
