import { enableCompileCache } from 'node:module';
import { Command, InvalidArgumentError, Option } from 'commander';
import { checkCommand } from './check/command';
import type { SandboxOptions } from './options';
import { defaultOptions, localAddress, sortTimes } from './options';

/** Flag, name in the options, least value, description. */
const numbers = [
	['--port', 'port', 0, 'port of the API; 0 picks a free port'],
	['--app-port', 'appPort', 0, 'port of the web application and the downloads'],
	['--control-port', 'controlPort', 0, 'port of the control interface (default: off)'],
	['--tasks', 'tasks', 0, 'tasks to start with'],
	['--documents', 'documents', 0, 'documents to start with'],
	['--seed', 'seed', 0, 'number that the sample data are derived from'],
	['--rate-limit', 'rateLimit', 1, 'requests per window and key'],
	['--window-seconds', 'windowSeconds', 1, 'length of the rate window'],
	['--latency-ms', 'latencyMs', 0, 'delay of every answer'],
] as const;

/** Parses the value of an option that is a whole number of `least` or more. */
const wholeNumber =
	(least: number) =>
	(text: string): number => {
		const value = Number(text);
		if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
		throw new InvalidArgumentError(`It must be a whole number of ${least} or more.`);
	};

const commandOf = (call: string): Command => {
	const command = new Command(call)
		.description('A stand-in for the Contract Workflow Service, with sample data.')
		.option('--host <address>', 'address of the API; 0.0.0.0 for n8n in Docker', localAddress)
		.option('--db <file>', 'SQLite file for the state; :memory: keeps none', defaultOptions.db)
		.option('--reset', 'delete the state in the file and start over', false)
		.addOption(
			new Option('--search-order <time>', 'order of a document search without cursor')
				.choices(sortTimes)
				.default(defaultOptions.searchOrder),
		);
	for (const [flag, name, least, description] of numbers) {
		const preset = defaultOptions[name] ?? undefined;
		command.option(`${flag} <number>`, description, wholeNumber(least), preset);
	}
	return command;
};

const serve = async (options: Partial<SandboxOptions>): Promise<void> => {
	// Every start after the first one is faster with it, from Node 22.1 on.
	enableCompileCache?.();
	// Loaded only here: a check needs no database.
	const { createSandbox } = await import('./server');
	const sandbox = await createSandbox(options);
	const { baseUrl, appUrl, controlUrl, downloadUrl, apiKeys, oauthTokens, oauth, ids } = sandbox;
	const apiKey = apiKeys.main;
	const oauthToken = oauthTokens.main;
	const places = { baseUrl, appUrl, controlUrl, downloadUrl };
	const access = { apiKey, oauthToken, apiKeys, oauthTokens, oauth };
	const line = JSON.stringify({ ...places, ...access, ids });
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => {
			void sandbox.stop().then(() => process.exit(0));
		});
	}
	if (sandbox.service.options.host !== localAddress) {
		process.stderr.write(
			`Base URL for n8n in Docker: http://host.docker.internal:${new URL(baseUrl).port}. ` +
				'Anyone who reaches this port and has the key can use it. The pages stay on this machine.\n',
		);
	}
	// Last, because the reader may end the process immediately.
	process.stdout.write(`${line}\n`);
};

/**
 * Runs the command with the arguments of this process, and sets its exit code.
 * @param call the command as users type it: with npm in the checkout, with npx from the package
 */
export const runSandbox = async (call: string): Promise<void> => {
	const command = commandOf(call);
	command.action(async () => await serve(command.opts()));
	command.enablePositionalOptions().addCommand(checkCommand());
	try {
		await command.parseAsync();
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	}
};
