import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chooseN8n, invalidValue, n8nHelp, readCommandLine } from './commandLine';
import { crm } from './demo/deals';
import type { Stack } from './n8n/bringUp';
import { bringUp } from './n8n/bringUp';
import { webhookSecret } from './n8n/credentials';
import { logTail } from './n8n/installation/child';
import { tryLock } from './n8n/installation/lock';
import { requireFreePort } from './n8n/installation/port';
import { SetupError } from './n8n/installation/setupError';
import { chosenVersion, defaultVersion } from './n8n/installation/versions';
import { owner } from './n8n/owner';
import { dataFolder } from './n8n/places';
import type { WorkflowFile } from './n8n/workflows';
import { readRecipes, runsHere } from './recipes';
import { runScript } from './script';

interface Options {
	readonly port: number;
	readonly sandboxPort: number;
	readonly appPort: number;
	readonly data: string;
}

const presets = { port: '5678', sandboxPort: '5690', appPort: '5691', data: dataFolder };

/** An older n8n cannot read the data of a newer one. */
const dataPreset = (version: string): string =>
	version === defaultVersion ? presets.data : `${presets.data}-${version}`;

const help = `Usage: npm start -- [options]

Starts a real n8n with these nodes, connected to a sandbox of the service.

Options:
  --port <number>          port of n8n (default: ${presets.port})
  --sandbox-port <number>  port of the sandbox (default: ${presets.sandboxPort})
  --app-port <number>      port of the sandbox's web application (default: ${presets.appPort})
  --data <folder>          where n8n and the sandbox keep their data
                           (default: ${presets.data}; other n8n versions use
                           their own folder beside it)
${n8nHelp}
  -h, --help               show this help`;

const portOf = (option: string, text: string): number => {
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw invalidValue(`${option} <number>`, text, 'A port is a whole number from 1 to 65535.');
};

const readOptions = (): Options => {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: presets.port },
			'sandbox-port': { type: 'string', default: presets.sandboxPort },
			'app-port': { type: 'string', default: presets.appPort },
			data: { type: 'string' },
			n8n: { type: 'string' },
		},
	});
	chooseN8n(values.n8n);
	return {
		port: portOf('--port', values.port),
		sandboxPort: portOf('--sandbox-port', values['sandbox-port']),
		appPort: portOf('--app-port', values['app-port']),
		data: values.data ?? dataPreset(chosenVersion()),
	};
};

/** The summary after the start: URLs, login, next step. */
const summary = ({ sandbox, server, imports }: Stack, recipes: WorkflowFile[], folder: string) => {
	const [first] = recipes;
	const kept = recipes.filter((_, index) => imports[index] === 'kept').map(({ name }) => name);
	return [
		'',
		// n8n's own start page is about its assistant, and does not list workflows.
		`  n8n      ${server.url}/home/workflows`,
		`  login    ${owner.email}  password ${owner.password}`,
		`  sandbox  ${sandbox.appUrl}`,
		`  webhook  add ?token=${webhookSecret} to the URL of a Contract Workflow Trigger`,
		'',
		...(kept.length > 0 ? [`Kept with your changes: ${kept.join(', ')}.`, ''] : []),
		first
			? `Next: log in to n8n, open "${first.name}" and execute it.`
			: 'Next: log in to n8n, create a workflow and add the node "Contract Workflow".',
		'To start over with the sample data, open the sandbox and click "Reset sample data".',
		`Press Ctrl-C to stop. Your data is kept in ${folder}.`,
	].join('\n');
};

const start = async (
	{ port, sandboxPort, appPort, data }: Options,
	signal: AbortSignal,
): Promise<void> => {
	const folder = path.resolve(data);
	const unlock = await tryLock(path.join(folder, 'start.lock'));
	if (!unlock) {
		throw new SetupError(
			`Another npm start is using ${folder}. Stop it, or choose another folder with --data.`,
		);
	}
	await requireFreePort(port, '--port');
	await requireFreePort(sandboxPort, '--sandbox-port');
	await requireFreePort(appPort, '--app-port');
	const recipes = (await readRecipes()).filter(runsHere);
	// A fixed separate port, so that the links of the tasks still work after a restart.
	const sandboxArgs = ['--app-port', String(appPort)];
	const stack = await bringUp({
		folder,
		n8nPort: port,
		sandboxPort,
		sandboxArgs,
		recipes,
		credentials: [crm],
		signal,
	});
	console.log(summary(stack, recipes, folder));
	const { sandbox, server } = stack;
	const crashed = await Promise.race([
		once(signal, 'abort').then(() => undefined),
		...[sandbox, server].map(async (child) => `${await child.ended}. ${await logTail(child.log)}`),
	]);
	console.log('\nStopping n8n and the sandbox ...');
	await stack.stop();
	unlock();
	if (crashed) throw new Error(crashed);
	console.log('Stopped.');
};

const options = readCommandLine(help, readOptions);
void runScript(async (signal) => await start(options, signal));
