import type { IExecuteFunctions } from 'n8n-workflow';
import { connect } from '../../../shared/client/connection';
import { itemReader } from '../../../shared/fields/parameters';
import { createDownloads } from '../../files/download';
import { fileLimitsOf } from '../../files/maxFileSize';
import { readDryRun } from '../../plan/dryRun';
import { answersOf } from '../answers';
import type { Offered, Protection, Run } from '../run';
import type { Tally } from '../tally';
import { choose } from './choice';
import { fixedExpression } from './fixedExpression';
import { checkOneCredential } from './oneCredential';
import { limitsOf, readRequestOptions, requestOptionsOf } from './requestOptions';
import { toolRefusal } from './toolRefusal';

/**
 * Reads what is the same for all items, and the credential.
 * @throws {WrongField} when it cannot be told whether the run is dry.
 * @throws {ReadingOnly} when it writes and the credential allows reading only, save in a dry run.
 */
export const startRun = async (
	context: IExecuteFunctions,
	{ resources, safeguards }: Offered,
	tally: Tally,
): Promise<{ readonly run: Run; readonly protections: readonly Protection[] }> => {
	const reader = itemReader(context);
	const { credentialType, resource, operation, endpoint } = choose(reader, resources);
	const offered = requestOptionsOf(
		resources,
		safeguards.flatMap((safeguard) => safeguard.options ?? []),
	);
	const options = readRequestOptions(reader, offered);
	const limits = limitsOf(options);
	const isDry = endpoint.writes && readDryRun(context, reader, offered);
	const asTool = toolRefusal(context, operation, endpoint);
	if (asTool && !isDry) throw asTool;
	await checkOneCredential(context, credentialType);
	const connection = await connect(context, credentialType, {
		...limits,
		observer: tally,
		endpoint,
		isDry,
	});
	const { mostDownloadBytes } = fileLimitsOf(options);
	const run: Run = {
		...connection,
		toolRefusal: asTool,
		wrongText: fixedExpression(context, operation.properties),
		context,
		resource,
		operation,
		endpoint,
		isDry,
		credentialId: context.getNode().credentials?.[credentialType]?.id ?? '',
		options,
		limits,
		downloads: createDownloads(context, connection, mostDownloadBytes),
		ask: answersOf(connection.client),
		reader,
		tally,
	};
	return { run, protections: safeguards.flatMap((safeguard) => safeguard.begin(run) ?? []) };
};
