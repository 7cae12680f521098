import { Command, InvalidArgumentError, Option } from 'commander';
import { taskStatuses } from '../src/contract';
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
import { ProfileError, optionsOf, readProfile } from './profile';
import { endOfFilling } from './runtime';
import { PortError, createSandbox } from './server';
import { StoreError } from './store/database';

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

const command = new Command('sandbox')
	.description('A stand-in for the Contract Workflow Service on 127.0.0.1, with sample data.')
	.option('--db <file>', 'SQLite file for the state; :memory: keeps no state', defaultOptions.db)
	.option('--reset', 'delete the state in the file and start over', defaultOptions.reset)
	.addOption(
		new Option('--rejected-status <status>', 'task status after a rejection without a path')
			.choices(taskStatuses)
			.default(defaultOptions.rejectedStatus),
	)
	.option('--profile <file>', 'use the choices that npm run check observed');

const malformedPath = (text: string): SandboxOptions['malformedPath'] => {
	const found = malformedPathStatuses.find((status) => String(status) === text);
	if (found !== undefined) return found;
	throw new InvalidArgumentError(`Allowed choices are ${malformedPathStatuses.join(', ')}.`);
};

command.optionsGroup('Choices that the API text leaves open:');
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
for (const [flag, name, values, description] of choices) {
	command.addOption(
		new Option(`${flag} <choice>`, description).choices(values).default(defaultOptions[name]),
	);
}
command
	.addOption(
		new Option('--active-statuses <statuses...>', 'statuses of the tasks in a list')
			.choices(taskStatuses)
			.default(defaultOptions.activeStatuses, defaultOptions.activeStatuses.join(' ')),
	)
	.addOption(
		new Option('--malformed-path <status>', 'status code for a malformed path value')
			.choices(malformedPathStatuses.map(String))
			.argParser(malformedPath)
			.default(defaultOptions.malformedPath),
	);
command.optionsGroup('Ports, sizes and times:');
for (const [flag, name, least, description] of numbers) {
	const preset = defaultOptions[name] ?? undefined;
	command.option(`${flag} <number>`, description, wholeNumber(least), preset);
}

/** The options of the command line, over those of the profile that it names. */
const givenOptions = (): Partial<SandboxOptions> => {
	const { profile, ...options } = command.opts<Partial<SandboxOptions> & { profile?: string }>();
	if (profile === undefined) return options;
	const seen = Object.entries(optionsOf(readProfile(profile)));
	const open = seen.filter(([name]) => command.getOptionValueSource(name) !== 'cli');
	return { ...options, ...Object.fromEntries(open) };
};

const serve = async (): Promise<void> => {
	const sandbox = await createSandbox(givenOptions());
	endOfFilling();
	const { baseUrl, appUrl, controlUrl, downloadUrl, apiKeys, oauthTokens, oauth, ids } = sandbox;
	const apiKey = apiKeys.main;
	const oauthToken = oauthTokens.main;
	const places = { baseUrl, appUrl, controlUrl, downloadUrl };
	const line = JSON.stringify({
		...places,
		apiKey,
		oauthToken,
		apiKeys,
		oauthTokens,
		oauth,
		ids,
	});
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => {
			void sandbox.stop().then(() => process.exit(0));
		});
	}
	// Last, since whoever reads it may end the process at once.
	process.stdout.write(`${line}\n`);
};

command.action(serve);
command.parseAsync().catch((error: unknown) => {
	const isExpected = [StoreError, PortError, ProfileError].some((one) => error instanceof one);
	const isTold = isExpected && error instanceof Error;
	process.stderr.write(`${isTold ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
