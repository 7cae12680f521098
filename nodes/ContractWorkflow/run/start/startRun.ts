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
import { fixedExpression } from './fixedExpression';
import { limitsOf } from './limits';
import { toolRefusal } from './toolRefusal';

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
 * @throws {WrongField} when it is unclear whether this is a dry run.
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
	const chosen = choicesOf(reader, operation);
	const limits = limitsOf(chosen);
	const isDry = endpoint.writes && readDryRun(context, reader);
	const asTool = toolRefusal(context, operation, endpoint);
	if (asTool && !isDry) throw asTool;
	const accessOptions = { limits, observer: tally, endpoint, isDry };
	const access = await createAccesses(context, credentialType, accessOptions);
	const run: Run = {
		access,
		toolRefusal: asTool,
		wrongText: fixedExpression(context, operation.properties),
		context,
		resource,
		operation,
		endpoint,
		isDry,
		chosen,
		limits,
		reader,
		tally,
		round: randomUUID(),
	};
	return { run, protections: safeguards.flatMap((safeguard) => safeguard.begin(run) ?? []) };
};
