import { once } from 'node:events';
import path from 'node:path';
import { Command } from 'commander';
import type { Stack } from './n8n/bringUp';
import { bringUp } from './n8n/bringUp';
import { crm, webhookSecret } from './n8n/credentials';
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

const versions = `
The environment variable ${versionVariable} chooses another version of n8n:
${n8nVersions.join(', ')}. Each older version has its own data.`;

const command = new Command('npm start --')
	.description('Starts a real n8n with these nodes, connected to a sandbox of the service.')
	.option('--port <number>', 'port of n8n; the sandbox takes the 12th and 13th after it', '5678')
	.option('--data <folder>', `where n8n and the sandbox keep their data (default: ${dataFolder})`)
	.addHelpText('after', versions);

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
	const { port, data } = command.parse().opts<{ port: string; data?: string }>();
	const version = chosenVersion();
	// An older n8n cannot read the data of a newer one.
	const ownData = version === defaultVersion ? dataFolder : `${dataFolder}-${version}`;
	const folder = path.resolve(data ?? ownData);
	// Fixed ports, so that the links of the tasks still work after a restart.
	const n8nPort = Number(port);
	const [sandboxPort, appPort] = [n8nPort + 12, n8nPort + 13];
	for (const one of [n8nPort, sandboxPort, appPort]) await requireFreePort(one);
	const recipes = (await readRecipes()).filter(runsHere);
	const sandbox = { port: sandboxPort, appPort };
	const stack = await bringUp({ folder, n8nPort, sandbox, recipes, credentials: [crm], signal });
	console.log(summary(stack, recipes, folder));
	const crashed = await Promise.race([
		once(signal, 'abort').then(() => undefined),
		stack.server.ended.then(async (how) => `${how}. ${await logTail(stack.server.log)}`),
	]);
	console.log('\nStopping n8n and the sandbox ...');
	await stack.stop();
	if (crashed) throw new Error(crashed);
	console.log('Stopped.');
};

void runScript(start);
