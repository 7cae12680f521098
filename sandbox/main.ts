import { Command, InvalidArgumentError, Option } from 'commander';
import { taskStatuses } from '../src/contract';
import type { SandboxOptions } from './options';
import { defaultOptions } from './options';
import { endOfFilling } from './runtime';
import { PortError, createSandbox } from './server';
import { StoreError } from './store/database';

const wholeNumber =
	(least: number) =>
	(text: string): number => {
		const value = Number(text);
		if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
		throw new InvalidArgumentError(`It must be a whole number of ${least} or more.`);
	};

/** Flag, name in the options, least value, description. */
const numbers = [
	['--port', 'port', 0, 'port of the API; 0 takes a free one'],
	['--app-port', 'appPort', 0, 'port of the web application and the downloads'],
	['--control-port', 'controlPort', 0, 'port of the control interface; off without it'],
	['--tasks', 'tasks', 0, 'tasks to start with'],
	['--documents', 'documents', 0, 'documents to start with'],
	['--seed', 'seed', 0, 'number from which the sample data follow'],
	['--rate-limit', 'rateLimit', 1, 'requests per window and key'],
	['--window-seconds', 'windowSeconds', 1, 'length of the rate window'],
	['--latency-ms', 'latencyMs', 0, 'time added to every answer'],
	['--latency-spread-ms', 'latencySpreadMs', 0, 'how far that time strays to either side'],
	['--download-seconds', 'downloadSeconds', 1, 'lifetime of download addresses'],
	['--access-token-seconds', 'accessTokenSeconds', 1, 'lifetime of OAuth access tokens'],
	['--refresh-token-seconds', 'refreshTokenSeconds', 1, 'lifetime of OAuth refresh tokens'],
	['--body-limit', 'bodyLimit', 1, 'largest request body in bytes'],
	['--webhook-attempts', 'webhookAttempts', 1, 'how often a webhook is tried'],
	['--webhook-retry-ms', 'webhookRetryMs', 1, 'time until the second attempt, then doubled'],
] as const;

const command = new Command('sandbox')
	.description('A stand-in for the Contract Workflow Service on 127.0.0.1, with sample data.')
	.option(
		'--db <file>',
		'SQLite file that keeps the state; :memory: for none that stays',
		defaultOptions.db,
	)
	.option('--reset', 'drop what the file holds and start over', defaultOptions.reset)
	.addOption(
		new Option('--rejected-status <status>', 'task status after a rejection without a path')
			.choices(taskStatuses)
			.default(defaultOptions.rejectedStatus),
	)
	.addOption(
		new Option('--search-order <order>', 'time by which a search without cursor is sorted')
			.choices(['created', 'updated'])
			.default(defaultOptions.searchOrder),
	);
for (const [flag, name, least, description] of numbers) {
	const preset = defaultOptions[name] ?? undefined;
	command.option(`${flag} <number>`, description, wholeNumber(least), preset);
}

const main = async (): Promise<void> => {
	const options = command.parse().opts<Partial<SandboxOptions>>();
	const sandbox = await createSandbox(options);
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

main().catch((error: unknown) => {
	const isExpected = error instanceof StoreError || error instanceof PortError;
	process.stderr.write(`${isExpected ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
