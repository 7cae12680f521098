import { Command, InvalidArgumentError, Option } from 'commander';
import { taskStatuses } from '../../src/contract';
import { checkCommand } from './check/command';
import { wholeNumber } from './numberOption';
import type { SandboxOptions } from './options';
import {
	defaultOptions,
	lastCursors,
	listOrders,
	malformedPathStatuses,
	nextCursors,
	plainCursors,
	unknownFieldTreatments,
} from './options';
import { endOfFilling } from './runtime';

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
	['--latency-spread-ms', 'latencySpreadMs', 0, 'maximum deviation from that delay'],
	['--download-seconds', 'downloadSeconds', 1, 'lifetime of download addresses'],
	['--access-token-seconds', 'accessTokenSeconds', 1, 'lifetime of OAuth access tokens'],
	['--refresh-token-seconds', 'refreshTokenSeconds', 1, 'lifetime of OAuth refresh tokens'],
	['--body-limit', 'bodyLimit', 1, 'largest request body in bytes'],
	['--most-snapshots', 'mostSnapshots', 1, 'maximum number of snapshots'],
	['--webhook-attempts', 'webhookAttempts', 1, 'maximum attempts to deliver a webhook'],
	['--webhook-retry-ms', 'webhookRetryMs', 1, 'delay before the second attempt, then doubled'],
] as const;

const malformedPath = (text: string): SandboxOptions['malformedPath'] => {
	const found = malformedPathStatuses.find((status) => String(status) === text);
	if (found !== undefined) return found;
	throw new InvalidArgumentError(`Allowed choices are ${malformedPathStatuses.join(', ')}.`);
};

/** Flag, name in the options, values, description. */
const choices = [
	['--task-order', 'taskOrder', listOrders, 'order of a task list'],
	[
		'--source-task-order',
		'sourceTaskOrder',
		listOrders,
		'order of the tasks of an external source id',
	],
	['--search-order', 'searchOrder', listOrders, 'order of a search without cursor'],
	['--next-cursor', 'nextCursor', nextCursors, 'field that takes next_cursor'],
	['--last-cursor', 'lastCursor', lastCursors, 'next_cursor of the last page'],
	['--plain-cursor', 'plainCursor', plainCursors, 'treatment of a plain time as a cursor'],
	[
		'--unknown-fields',
		'unknownFields',
		unknownFieldTreatments,
		'treatment of fields that the API does not show',
	],
] as const;

const openChoices = (preset: SandboxOptions): Option[] => [
	...choices.map(([flag, name, values, description]) =>
		new Option(`${flag} <choice>`, description).choices(values).default(preset[name]),
	),
	new Option('--active-statuses <statuses...>', 'statuses of the tasks in a list')
		.choices(taskStatuses)
		.default(preset.activeStatuses, preset.activeStatuses.join(' ')),
	new Option('--malformed-path <status>', 'status code for a malformed path value')
		.choices(malformedPathStatuses.map(String))
		.argParser(malformedPath)
		.default(preset.malformedPath),
];

const commandOf = (call: string, preset: SandboxOptions): Command => {
	const command = new Command(call)
		.description('A stand-in for the Contract Workflow Service on 127.0.0.1, with sample data.')
		.option('--db <file>', 'SQLite file for the state; :memory: keeps no state', preset.db)
		.option('--reset', 'delete the state in the file and start over', preset.reset)
		.addOption(
			new Option('--rejected-status <status>', 'task status after a rejection without a path')
				.choices(taskStatuses)
				.default(preset.rejectedStatus),
		)
		.optionsGroup('Choices that the API text leaves open:');
	for (const option of openChoices(preset)) command.addOption(option);
	command.optionsGroup('Ports, sizes and times:');
	for (const [flag, name, least, description] of numbers) {
		command.option(`${flag} <number>`, description, wholeNumber(least), preset[name] ?? undefined);
	}
	return command;
};

const serve = async (options: Partial<SandboxOptions>): Promise<void> => {
	// Loaded only here: a check needs no database.
	const { createSandbox } = await import('./server');
	const sandbox = await createSandbox(options);
	endOfFilling();
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
	// Last, because the reader may end the process immediately.
	process.stdout.write(`${line}\n`);
};

/**
 * Runs the command with the arguments of this process, and sets its exit code.
 * @param call the command as users type it: with npm in the checkout, with npx from the package
 */
export const runSandbox = async (call: string): Promise<void> => {
	const command = commandOf(call, defaultOptions);
	command.action(async () => await serve(command.opts()));
	command.enablePositionalOptions().addCommand(checkCommand());
	try {
		await command.parseAsync();
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	}
};
