/**
 * An n8n of a test's own, with the packed package, in the folder that the first argument names; the
 * same folder again is the same n8n again. Prints one line of JSON, and ends with n8n.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { installN8n } from '../../tools/scripts/n8n/installation/install';
import { installThisPackage } from '../../tools/scripts/n8n/installation/pack';
import { owner } from '../../tools/scripts/n8n/owner';
import { connect } from '../../tools/scripts/n8n/rest';
import { startN8n } from '../../tools/scripts/n8n/server';

const main = async (): Promise<void> => {
	const userFolder = path.resolve(process.argv[2] ?? '');
	await mkdir(userFolder, { recursive: true });
	const { signal } = new AbortController();
	const n8n = await installN8n({ signal });
	await installThisPackage([userFolder], signal);
	const server = await startN8n({ n8n, userFolder });
	process.once('SIGTERM', () => void server.stop());
	const { cookie } = await connect(server.url, owner);
	process.stdout.write(`${JSON.stringify({ url: server.url, cookie, pid: server.pid })}\n`);
	await server.ended;
};

void main();
