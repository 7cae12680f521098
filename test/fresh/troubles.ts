import { once } from 'node:events';
import { cp, mkdir, readlink, symlink } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { create } from 'tar';
import { freePort } from '../../scripts/n8n/installation/port';
import type { Seen } from './attempt';
import { attempt } from './attempt';
import type { Machine } from './machine';

/** Something that a machine lacks, and what is to be said of it. */
export interface Trouble {
	readonly name: string;
	readonly says: RegExp;
	/** Whether it is seen within seconds, on any machine. */
	readonly isQuick?: true;
	readonly try: (place: Place) => Promise<Seen>;
}

/** Where a trouble happens. */
export interface Place {
	readonly machine: Machine;
	/** A folder of its own. */
	readonly folder: string;
	/** The start script of an n8n that is installed already. */
	readonly n8nBin: string;
	readonly signal: AbortSignal;
}

/** Of a start that went well, and of an installation that has come to its long part. */
export const isUp = /Next: /;
const isDownloading = /step 2 of 2/;

/** Where nothing listens: port 9 of this machine is nobody's. */
const nowhere = 'http://127.0.0.1:9';

/** Options of a start for ports that nobody uses. */
export const freePorts = async (): Promise<string[]> => {
	const options: string[] = [];
	for (const name of ['--port', '--sandbox-port', '--app-port']) {
		options.push(name, String(await freePort()));
	}
	return options;
};

const start = async (
	{ machine: { checkout, env }, folder, signal }: Place,
	more: NodeJS.ProcessEnv,
	options: readonly string[] = [],
	within: readonly string[] = [],
): Promise<Seen> => {
	const data = path.join(folder, 'data');
	const ports = await freePorts();
	return await attempt({
		command: [...within, 'npm', 'start', '--', '--data', data, ...ports, ...options],
		cwd: checkout,
		env: { ...env, XDG_CACHE_HOME: path.join(folder, 'cache'), ...more },
		until: more.N8N_BIN ? isUp : isDownloading,
		signal,
	});
};

/** A folder with the tools of a machine that builds nothing. */
const toolsWithoutCompiler = async ({ machine, folder }: Place): Promise<string> => {
	const bin = path.join(folder, 'bin');
	await mkdir(bin, { recursive: true });
	for (const name of ['sh', 'env', 'git', 'uname', 'cat', 'rm', 'ls', 'getconf', 'ldd']) {
		await symlink(`/usr/bin/${name}`, path.join(bin, name));
	}
	for (const name of ['node', 'npm', 'npx']) {
		const link = path.join(machine.bin, name);
		const target = path.resolve(machine.bin, await readlink(link));
		await symlink(target, path.join(bin, name));
	}
	return bin;
};

/** Runs what follows with a file system of a few megabytes at a folder, that only it sees. */
const onSmallDisk = async (folder: string, size: string): Promise<readonly string[]> => {
	await mkdir(folder, { recursive: true });
	const script = `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`;
	return ['unshare', '--map-root-user', '--mount', 'sh', '-c', script, folder];
};

/** Without what comes ready-made from GitHub. */
const noGitHub = { npm_config_sqlite3_binary_host: nowhere };

/** Serves the database module as GitHub has it, made of that of an installed n8n. */
const serveReadyMade = async ({ n8nBin, folder }: Place) => {
	const release = path.join('build', 'Release');
	const modules = path.join(path.dirname(n8nBin), '..', '..');
	const name = 'node_sqlite3.node';
	await cp(path.join(modules, 'sqlite3', release, name), path.join(folder, release, name));
	const server = createHttpServer((_request, response) => {
		create({ gzip: true, cwd: folder }, ['build']).pipe(response);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return { address: `http://127.0.0.1:${port}`, stop: () => server.close() };
};

/** What a machine may lack, in the order in which a start comes to it. */
export const troubles: readonly Trouble[] = [
	{
		name: 'npm start with a port that is taken',
		isQuick: true,
		says: /Port \d+ for n8n is in use\. .*--port/,
		try: async (place) => {
			const server = createServer().listen(0, '127.0.0.1');
			await once(server, 'listening');
			const { port } = server.address() as AddressInfo;
			try {
				return await start(place, { N8N_BIN: place.n8nBin }, ['--port', String(port)]);
			} finally {
				server.close();
			}
		},
	},
	{
		name: 'npm start with a full data folder (a file system of 20 MB)',
		says: /needs .* of disk space and .*data has 0 GB left: free some, or .*--data/,
		try: async (place) => {
			const within = await onSmallDisk(path.join(place.folder, 'data'), '20m');
			return await start(place, { N8N_BIN: place.n8nBin }, [], within);
		},
	},
	{
		name: 'npm start with a full disk where n8n is to be installed (a file system of 100 MB)',
		says: /n8n needs 4 GB of disk space and .* has 0\.1 GB left: free some/,
		try: async (place) =>
			await start(place, {}, [], await onSmallDisk(path.join(place.folder, 'cache'), '100m')),
	},
	{
		name: 'npm start with no npm registry',
		isQuick: true,
		says: /ECONNREFUSED/,
		try: async (place) => await start(place, { npm_config_registry: nowhere }),
	},
	{
		name: 'npm start with neither Python nor a compiler, and no GitHub',
		says: /Could not find any Python installation to use/,
		try: async (place) =>
			await start(place, { ...noGitHub, PATH: await toolsWithoutCompiler(place) }),
	},
	{
		name: 'npm start with neither Python nor a compiler, and the database module as GitHub has it',
		says: isDownloading,
		try: async (place) => {
			const mirror = await serveReadyMade(place);
			try {
				const PATH = await toolsWithoutCompiler(place);
				return await start(place, { PATH, npm_config_sqlite3_binary_host: mirror.address });
			} finally {
				mirror.stop();
			}
		},
	},
	{
		name: 'npm start with a compiler, and no network but the npm registry',
		says: isDownloading,
		try: async (place) => await start(place, { ...noGitHub, npm_config_disturl: nowhere }),
	},
	{
		name: 'npm start with a compiler, but neither GitHub nor the headers of Node',
		says: /request to http:\/\/127\.0\.0\.1:9\/.* failed/,
		try: async (place) =>
			await start(place, { ...noGitHub, npm_config_nodedir: '', npm_config_disturl: nowhere }),
	},
	{
		name: 'npm start with a wrong N8N_BIN',
		isQuick: true,
		says: /N8N_BIN names .*, which does not exist: set it to the file/,
		try: async (place) => await start(place, { N8N_BIN: '/nowhere/n8n' }),
	},
	{
		name: 'npm ci with neither Python nor a compiler',
		says: /added \d+ packages/,
		try: async (place) => {
			const { machine, signal } = place;
			const env = { ...machine.env, PATH: await toolsWithoutCompiler(place) };
			return await attempt({ command: ['npm', 'ci'], cwd: machine.checkout, env, signal });
		},
	},
];
