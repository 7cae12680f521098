import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageFolderVariable } from './packedPackage';

// n8n-core writes a key file into its user folder as soon as it is loaded: below the folder of this
// run, which is removed at its end.
process.env.N8N_USER_FOLDER ??= mkdtempSync(
	path.join(process.env[packageFolderVariable] ?? tmpdir(), 'n8n-'),
);

// n8n-core logs every error of a node, and most of the tests are about errors.
process.env.N8N_LOG_LEVEL ??= 'silent';
