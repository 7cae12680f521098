import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { SetupError } from '../n8n/installation/setupError';

/** The programs that n8n's queue mode and some recipes need beside n8n, as paths. */
export interface Programs {
	readonly redisServer: string;
	readonly initdb: string;
	readonly postgres: string;
	readonly pgIsReady: string;
	readonly psql: string;
}

/** Where Debian installs PostgreSQL's programs, in a folder per version and not on the PATH. */
const debianFolder = '/usr/lib/postgresql';

const isProgram = async (file: string): Promise<boolean> => {
	try {
		await access(file, constants.X_OK);
		return true;
	} catch {
		// Missing or not executable: continue searching in both cases.
		return false;
	}
};

/** The folders to search for programs: the PATH, then Debian's, newest version first. */
const searched = async (): Promise<string[]> => {
	const versions = await readdir(debianFolder).catch((): string[] => []);
	const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
	return [
		...(process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== ''),
		...newestFirst.map((version) => path.join(debianFolder, version, 'bin')),
	];
};

const forQueue = "n8n's queue mode needs Redis and PostgreSQL";

/**
 * Finds PostgreSQL's programs and Redis on this machine.
 * @param need what needs them, as the start of a sentence
 * @throws SetupError that names what is missing, and how to get it
 */
export const findPrograms = async (need = forQueue): Promise<Programs> => {
	const folders = await searched();
	const missing: string[] = [];
	const find = async (name: string): Promise<string> => {
		for (const folder of folders) {
			const file = path.join(folder, name);
			if (await isProgram(file)) return file;
		}
		missing.push(name);
		return name;
	};
	const programs = {
		redisServer: await find('redis-server'),
		initdb: await find('initdb'),
		postgres: await find('postgres'),
		pgIsReady: await find('pg_isready'),
		psql: await find('psql'),
	};
	if (missing.length === 0) return programs;
	throw new SetupError(
		`${need}, and ${missing.join(', ')} ` +
			`${missing.length === 1 ? 'is' : 'are'} missing: install them (Debian and Ubuntu: ` +
			'`apt-get install redis-server postgresql`; their services need not run), and start again.',
	);
};
