import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { list } from 'tar';
import { registryCertificate } from '../support/registryCertificate';
import { key } from '../support/selfSigned';

/*
 * npm's registry on this machine, as far as n8n and its npm ask for it when they install a package:
 * one document, its versions, their tarballs. n8n takes no other registry than npm's without a
 * licence, so this one answers in that name: behind the proxy that n8n's environment names, with a
 * certificate that it trusts. A whole registry such as Verdaccio would need both as well, and an
 * account to publish with.
 */

const host = 'registry.npmjs.org';

interface Manifest {
	readonly name: string;
	readonly version: string;
}

interface Published extends Manifest {
	readonly dist: { readonly tarball: string; readonly integrity: string };
}

export interface PackageRegistry {
	/** The environment of a process that takes this for npm's registry, and reaches nothing else. */
	readonly environment: NodeJS.ProcessEnv;
	/** Adds a version of a package, which is the latest one from then on. */
	publish(tarball: string): Promise<void>;
	stop(): Promise<void>;
}

const manifestIn = async (tarball: string): Promise<Manifest> => {
	const parts: Buffer[] = [];
	await list({
		file: tarball,
		filter: (name) => name === 'package/package.json',
		onReadEntry: (entry) => entry.on('data', (part: Buffer) => parts.push(part)),
	});
	return JSON.parse(Buffer.concat(parts).toString()) as Manifest;
};

/** What stands at each path. */
type Content = Map<string, Buffer | object>;

const contentOf = (versions: ReadonlyArray<Published & { readonly bytes: Buffer }>): Content => {
	const content: Content = new Map();
	const documents = versions.map(({ bytes, ...version }) => {
		content.set(new URL(version.dist.tarball).pathname, bytes);
		content.set(`/${version.name}/${version.version}`, version);
		content.set(`/${version.name}/latest`, version);
		return version;
	});
	const latest = documents.at(-1);
	if (!latest) return content;
	return content.set(`/${latest.name}`, {
		name: latest.name,
		'dist-tags': { latest: latest.version },
		versions: Object.fromEntries(documents.map((version) => [version.version, version])),
	});
};

const answer = (found: Buffer | object | undefined, response: ServerResponse): void => {
	if (Buffer.isBuffer(found)) {
		response.setHeader('content-type', 'application/octet-stream').end(found);
		return;
	}
	response.statusCode = found ? 200 : 404;
	response
		.setHeader('content-type', 'application/json')
		.end(JSON.stringify(found ?? { error: 'Not found' }));
};

/** Leads every tunnel to the registry, and refuses those that are meant for others. */
const startProxy = async (registry: ReturnType<typeof createSecureServer>) => {
	const open = new Set<Socket>();
	const proxy = createServer();
	proxy.on('connect', ({ url }: IncomingMessage, socket: Socket) => {
		open.add(socket.on('error', () => socket.destroy()));
		socket.on('close', () => open.delete(socket));
		if (url !== `${host}:443`) {
			socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		registry.emit('connection', socket);
	});
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	const stop = async () => {
		for (const socket of open) socket.destroy();
		proxy.close();
		await once(proxy, 'close');
	};
	return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, stop };
};

/** Starts a registry that has no packages yet. */
export const startPackageRegistry = async (): Promise<PackageRegistry> => {
	const versions: Array<Published & { readonly bytes: Buffer }> = [];
	const server = createSecureServer({ key, cert: registryCertificate }, ({ url = '' }, response) =>
		answer(contentOf(versions).get(decodeURIComponent(url)), response),
	);
	const proxy = await startProxy(server);
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-registry-'));
	const certificate = path.join(folder, 'certificate.pem');
	await writeFile(certificate, registryCertificate);
	return {
		environment: {
			HTTPS_PROXY: proxy.url,
			NO_PROXY: '127.0.0.1',
			NODE_EXTRA_CA_CERTS: certificate,
			// Neither the settings nor the cache of whoever runs the tests.
			npm_config_cache: path.join(folder, 'cache'),
			npm_config_userconfig: path.join(folder, 'userconfig'),
			npm_config_globalconfig: path.join(folder, 'globalconfig'),
		},
		async publish(tarball) {
			const bytes = await readFile(tarball);
			const manifest = await manifestIn(tarball);
			const { name, version } = manifest;
			const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
			const place = `https://${host}/${name}/-/${name}-${version}.tgz`;
			versions.push({ ...manifest, dist: { tarball: place, integrity }, bytes });
		},
		async stop() {
			await proxy.stop();
			server.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
};
