import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { packageFolderVariable } from './packedPackage';

const folder = mkdtempSync(path.join(process.env[packageFolderVariable] ?? '', 'log-'));

// n8n-core reads these when it is loaded, so this is to be imported before it.
process.env.N8N_LOG_LEVEL = 'debug';
process.env.N8N_LOG_OUTPUT = 'file';
process.env.N8N_LOG_FILE_LOCATION = path.join(folder, 'n8n.log');

/** All that n8n has logged in this test file, as JSON, one line for each entry. */
export const logged = (): string[] =>
	readdirSync(folder).flatMap((name) =>
		readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n'),
	);
