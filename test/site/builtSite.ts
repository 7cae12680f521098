import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

const project = path.join(__dirname, '..', '..');

/** Not the root, so that a link which ignores the base is missed. */
const base = '/n8n-nodes/';

const types: Readonly<Record<string, string>> = {
	'.css': 'text/css',
	'.html': 'text/html',
	'.js': 'text/javascript',
	'.json': 'application/json',
	'.svg': 'image/svg+xml',
	'.webp': 'image/webp',
	'.woff2': 'font/woff2',
};

/** The site on a local web server. */
export interface BuiltSite {
	/** Ends in a slash. */
	readonly address: string;
	/** Paths that were requested and do not exist. */
	readonly missed: readonly string[];
	readonly stop: () => Promise<void>;
}

/** Builds the site and serves it. */
export const serveBuiltSite = async (): Promise<BuiltSite> => {
	const cache = path.join(project, '.cache');
	await mkdir(cache, { recursive: true });
	const folder = await mkdtemp(path.join(cache, 'site-'));
	const vitepress = path.join(project, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
	const build = [vitepress, 'build', 'docs', '--base', base, '--outDir', folder];
	await promisify(execFile)(process.execPath, build, { cwd: project });
	const missed: string[] = [];
	const server = createServer(({ url = '' }, response) => {
		const { pathname } = new URL(url, 'http://site.test');
		const file = path.join(folder, pathname.slice(base.length).replace(/(^|\/)$/, '$1index.html'));
		readFile(file).then(
			(content) => {
				response.setHeader('content-type', types[path.extname(file)] ?? 'text/plain');
				response.end(content);
			},
			() => {
				missed.push(pathname);
				response.writeHead(404).end();
			},
		);
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${port}${base}`,
		missed,
		async stop() {
			server.close();
			server.closeAllConnections();
			await rm(folder, { recursive: true, force: true });
		},
	};
};
