import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { ItemReader } from '../../../shared/fields/parameters';
import { itemReader } from '../../../shared/fields/parameters';
import type { Parameters, Property, ValueOf } from '../../../shared/fields/property';
import type { Operation } from '../../operation';
import { readDryRun } from '../../plan/dryRun';
import type { Choices, RunOption } from '../../runOption';
import { createAccesses } from '../access';
import type { Offered, Protection, Run } from '../run';
import type { Tally } from '../tally';
import { choose } from './choice';
import { limitsOf } from './limits';
import { checkFixedTexts, checkTool } from './refusals';

/** Reads the options of an operation. */
const choicesOf = (reader: ItemReader, { properties }: Operation): Choices => {
	const { options = {} } = reader.read(
		properties.filter(({ name }) => name === 'options'),
		0,
	);
	return <P extends Property>({ property: { name } }: RunOption<P>) =>
		(options as Parameters)[name] as ValueOf<P> | undefined;
};

/**
 * Reads what is the same for all items, and the credential.
 * @throws {WrongField} when it is unclear whether this is a dry run, or an expression is fixed text.
 * @throws {RetriedTool} when a tool could do it twice.
 * @throws {ReadingOnly} when it writes and the credential only allows reading, except in a dry run.
 */
export const startRun = async (
	context: IExecuteFunctions,
	{ resources, safeguards }: Offered,
	tally: Tally,
): Promise<{ readonly run: Run; readonly protections: readonly Protection[] }> => {
	const all = resources.flatMap(({ operations }) => operations);
	const reader = itemReader(
		context,
		all.flatMap(({ properties }) => properties),
	);
	const { credentialType, resource, operation, endpoint } = choose(reader, resources);
	const limits = limitsOf(choicesOf(reader, operation));
	const isDry = endpoint.writes && readDryRun(context, reader);
	checkTool(context, operation, endpoint);
	checkFixedTexts(context, operation.properties);
	const access = await createAccesses(context, credentialType, {
		limits,
		onWait: () => tally.remark('Requests waited for the rate limit of the service.'),
		writes: endpoint.writes && !isDry,
	});
	const run: Run = {
		...{ access, context, resource, operation, endpoint, isDry, limits, reader, tally },
		round: randomUUID(),
	};
	return { run, protections: safeguards.flatMap((safeguard) => safeguard.begin(run) ?? []) };
};
