import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { list } from 'tar';
import { z } from 'zod';
import { registryCertificate } from '../support/registryCertificate';
import { key } from '../support/selfSigned';

/*
 * npm's registry on this machine, as far as n8n and its npm ask for it when they install a package,
 * and npm when it publishes one from a workflow of GitHub's: one document, its versions, their
 * tarballs, and a token for a workflow that it trusts. n8n takes no other registry than npm's without a
 * licence, so this one answers in that name: behind the proxy that n8n's environment names, with a
 * certificate that it trusts. A whole registry such as Verdaccio would need both as well, and an
 * account to publish with.
 */

const host = 'registry.npmjs.org';

/** Where a workflow gets the proof of what it is; GitHub has an address of its own for that. */
const identityPath = '/-/github/identity';
const exchangePath = '/-/npm/v1/oidc/token/exchange/package/';
const identity = `identity-${randomUUID()}`;
const publishToken = `token-${randomUUID()}`;

const manifestShape = z.object({ name: z.string(), version: z.string() }).passthrough();

type Manifest = z.infer<typeof manifestShape>;

/** What npm sends when it publishes a version. */
const published = z.object({
	versions: z.record(manifestShape),
	_attachments: z.record(z.object({ data: z.string() })),
});

interface Served {
	readonly manifest: Manifest;
	readonly bytes: Buffer;
	readonly integrity: string;
}

export interface PackageRegistry {
	/** The environment of a process that takes this for npm's registry, and reaches nothing else. */
	readonly environment: NodeJS.ProcessEnv;
	/** What else a job of GitHub's has whose workflow may publish here; there is no other way to. */
	readonly trusted: NodeJS.ProcessEnv;
	/**
	 * Adds a version of a package, which is the latest one from then on, or takes the place of one.
	 * @param claimed the digest that the registry gives for it; the true one when left out
	 */
	publish(tarball: string, claimed?: string): Promise<void>;
	stop(): Promise<void>;
}

const manifestIn = async (tarball: string): Promise<Manifest> => {
	const parts: Buffer[] = [];
	await list({
		file: tarball,
		filter: (name) => name === 'package/package.json',
		onReadEntry: (entry) => entry.on('data', (part: Buffer) => parts.push(part)),
	});
	return manifestShape.parse(JSON.parse(Buffer.concat(parts).toString()));
};

/** The digest of a tarball, as npm and n8n write it. */
export const integrityOf = (bytes: Buffer): string =>
	`sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/** What stands at each path. */
type Content = Map<string, Buffer | object>;

const contentOf = (versions: readonly Served[]): Content => {
	const content: Content = new Map();
	const documents = versions.map(({ manifest, bytes, integrity }) => {
		const { name, version } = manifest;
		const place = `/${name}/-/${name}-${version}.tgz`;
		const document = { ...manifest, dist: { tarball: `https://${host}${place}`, integrity } };
		content.set(place, bytes);
		content.set(`/${name}/${version}`, document);
		content.set(`/${name}/latest`, document);
		return document;
	});
	for (const { name, version } of documents) {
		const own = documents.filter((document) => document.name === name);
		content.set(`/${name}`, {
			name,
			'dist-tags': { latest: version },
			versions: Object.fromEntries(own.map((document) => [document.version, document])),
		});
	}
	return content;
};

/** Takes what npm publishes with the token that the registry gave to it. */
const take = async (request: IncomingMessage): Promise<Served> => {
	const { versions, _attachments: attachments } = published.parse(await json(request));
	const [manifest, ...otherVersions] = Object.values(versions);
	const [attachment, ...others] = Object.values(attachments);
	if (!manifest || !attachment || otherVersions.length + others.length > 0) {
		throw new Error('npm publishes one version with its tarball');
	}
	const bytes = Buffer.from(attachment.data, 'base64');
	return { manifest, bytes, integrity: integrityOf(bytes) };
};

/** What a request is answered with: a status where it is not 200 or 404, and what was found. */
type Answer = readonly [found?: Buffer | object, status?: number];

const answerTo = async (request: IncomingMessage, versions: Served[]): Promise<Answer> => {
	const { method, url = '', headers } = request;
	const place = decodeURIComponent(new URL(url, `https://${host}`).pathname);
	const isBearer = (token: string) => headers.authorization === `Bearer ${token}`;
	if (method === 'PUT') {
		if (!isBearer(publishToken)) return [{ error: 'Unauthorized' }, 401];
		const taken = await take(request);
		const { name, version } = taken.manifest;
		if (versions.some(({ manifest: of }) => of.name === name && of.version === version)) {
			return [{ error: 'You cannot publish over the previously published versions.' }, 403];
		}
		versions.push(taken);
		return [{ success: true }, 201];
	}
	if (place === identityPath && isBearer(identity)) return [{ value: identity }];
	if (method === 'POST' && place.startsWith(exchangePath) && isBearer(identity)) {
		return [{ token: publishToken }, 201];
	}
	return [contentOf(versions).get(place)];
};

const send = (response: ServerResponse, [found, status]: Answer): void => {
	response.statusCode = status ?? (found ? 200 : 404);
	if (Buffer.isBuffer(found)) {
		response.setHeader('content-type', 'application/octet-stream').end(found);
		return;
	}
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
	const versions: Served[] = [];
	const server = createSecureServer(
		{ key, cert: registryCertificate },
		(request, response) =>
			void answerTo(request, versions).then(
				(answer) => send(response, answer),
				(error: Error) => send(response, [{ error: error.message }, 500]),
			),
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
		trusted: {
			GITHUB_ACTIONS: 'true',
			ACTIONS_ID_TOKEN_REQUEST_URL: `https://${host}${identityPath}?of=the-job`,
			ACTIONS_ID_TOKEN_REQUEST_TOKEN: identity,
		},
		async publish(tarball, claimed) {
			const bytes = await readFile(tarball);
			const manifest = await manifestIn(tarball);
			versions.push({ manifest, bytes, integrity: claimed ?? integrityOf(bytes) });
		},
		async stop() {
			await proxy.stop();
			server.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
};
