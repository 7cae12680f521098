import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../scripts/n8n/installation/command';
import { npm } from '../../scripts/n8n/installation/npm';
import { projectFolder } from '../../scripts/n8n/places';

/** The versions that a fresh machine has. */
export interface Tools {
	readonly node: string;
	readonly npm: string;
}

/** A folder that stands in for a machine on which nobody has done anything yet. */
export interface Machine {
	/** A fresh clone. */
	readonly checkout: string;
	/** A home with nothing in it, and a PATH with the tools. */
	readonly env: NodeJS.ProcessEnv;
	/** Where the tools are. */
	readonly bin: string;
}

/** What belongs to the machine and its network, not to the person. */
const kept = /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i;

/** How npm reaches its registry from here; what a person has set for it counts as the machine's. */
const registryOf = async (): Promise<NodeJS.ProcessEnv> => {
	const ask = async (name: string) =>
		(await npm(['config', 'get', name], { cwd: projectFolder })).trim();
	const cafile = await ask('cafile');
	return {
		npm_config_registry: await ask('registry'),
		...(cafile !== 'null' && { npm_config_cafile: cafile }),
	};
};

/**
 * Makes one in a folder, of which nothing exists yet.
 * @param cache npm's cache; the first machine finds it empty
 */
export const makeMachine = async (
	folder: string,
	tools: Tools,
	cache: string,
): Promise<Machine> => {
	const [home, checkout, toolFolder] = ['home', 'checkout', 'tools'].map((name) =>
		path.join(folder, name),
	) as [string, string, string];
	await mkdir(home, { recursive: true });
	await mkdir(toolFolder, { recursive: true });
	const wanted = [`node@${tools.node}`, `npm@${tools.npm}`];
	await npm(['install', '--prefix', toolFolder, '--no-audit', '--no-fund', ...wanted], {
		cwd: toolFolder,
	});
	await run('git', ['clone', '--quiet', projectFolder, checkout], { cwd: folder });
	const bin = path.join(toolFolder, 'node_modules', '.bin');
	const inherited = Object.entries(process.env).filter(([name]) => kept.test(name));
	return {
		checkout,
		bin,
		env: {
			...Object.fromEntries(inherited),
			...(await registryOf()),
			npm_config_cache: cache,
			HOME: home,
			LANG: 'C.UTF-8',
			PATH: [bin, '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter),
		},
	};
};
