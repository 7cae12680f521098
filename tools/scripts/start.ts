import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { crm } from './demo/deals';
import type { Stack } from './n8n/bringUp';
import { bringUp } from './n8n/bringUp';
import { webhookSecret } from './n8n/credentials';
import { logTail } from './n8n/installation/child';
import { requireFreePort } from './n8n/installation/port';
import {
	chosenVersion,
	defaultVersion,
	n8nVersions,
	versionVariable,
} from './n8n/installation/versions';
import { owner } from './n8n/owner';
import { dataFolder } from './n8n/places';
import type { WorkflowFile } from './n8n/workflows';
import { readRecipes, runsHere } from './recipes';
import { runScript } from './script';

const help = `Usage: npm start -- [options]

Starts a real n8n with these nodes, connected to a sandbox of the service.

Options:
  --port <number>  port of n8n (default: 5678); the sandbox takes the 12th and
                   the 13th port after it
  --data <folder>  where n8n and the sandbox keep their data
                   (default: ${dataFolder};
                   older versions of n8n use their own folder beside it)
  -h, --help       show this help

The environment variable ${versionVariable} chooses another
version of n8n: ${n8nVersions.join(', ')}.`;

/** The summary after the start: URLs, login, next step. */
const summary = ({ sandbox, server }: Stack, [first]: WorkflowFile[], folder: string) =>
	[
		'',
		// n8n's own start page is about its assistant, and does not list workflows.
		`  n8n      ${server.url}/home/workflows`,
		`  login    ${owner.email}  password ${owner.password}`,
		`  sandbox  ${sandbox.appUrl}`,
		`  webhook  add ?token=${webhookSecret} to the URL of a Contract Workflow Trigger`,
		'',
		`Next: log in to n8n, open "${first?.name}" and execute it.`,
		'To start over with the sample data, open the sandbox and click "Reset sample data".',
		`Press Ctrl-C to stop. Your data is kept in ${folder}.`,
	].join('\n');

/** Starts everything, and stops it when interrupted or when a part of it has crashed. */
const start = async (signal: AbortSignal): Promise<void> => {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '5678' },
			data: { type: 'string' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) {
		console.log(help);
		return;
	}
	const version = chosenVersion();
	// An older n8n cannot read the data of a newer one.
	const ownData = version === defaultVersion ? dataFolder : `${dataFolder}-${version}`;
	const folder = path.resolve(values.data ?? ownData);
	// Fixed ports, so that the links of the tasks still work after a restart.
	const n8nPort = Number(values.port);
	const [sandboxPort, appPort] = [n8nPort + 12, n8nPort + 13];
	for (const port of [n8nPort, sandboxPort, appPort]) await requireFreePort(port);
	const recipes = (await readRecipes()).filter(runsHere);
	const sandboxArgs = ['--app-port', String(appPort)];
	const ports = { n8nPort, sandboxPort, sandboxArgs };
	const stack = await bringUp({ folder, ...ports, recipes, credentials: [crm], signal });
	console.log(summary(stack, recipes, folder));
	const crashed = await Promise.race([
		once(signal, 'abort').then(() => undefined),
		...[stack.sandbox, stack.server].map(
			async ({ ended, log }) => `${await ended}. ${await logTail(log)}`,
		),
	]);
	console.log('\nStopping n8n and the sandbox ...');
	await stack.stop();
	if (crashed) throw new Error(crashed);
	console.log('Stopped.');
};

void runScript(start);
