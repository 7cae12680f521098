import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { itemReader } from '../../../shared/fields/parameters';
import { readDryRun } from '../../plan/dryRun';
import { createAccesses } from '../access';
import type { Offered, Protection, Run } from '../run';
import { createTally } from '../tally';
import { choose } from './choice';
import { readLimits } from './limits';
import { checkFixedTexts, checkTool } from './refusals';

/**
 * Reads what is the same for all items, and the credential.
 * @throws {WrongField} when it is unclear whether this is a dry run, or an expression is fixed text.
 * @throws {Explained} when a tool could do it twice, or the credential does not allow it.
 */
export const startRun = async (
	context: IExecuteFunctions,
	{ resources, safeguards }: Offered,
): Promise<{ readonly run: Run; readonly protections: readonly Protection[] }> => {
	const tally = createTally(context);
	const all = resources.flatMap(({ operations }) => operations);
	const reader = itemReader(
		context,
		all.flatMap(({ properties }) => properties),
	);
	const { credentialType, resource, operation, endpoint } = choose(context, resources);
	const limits = readLimits(reader, operation);
	const isDry = endpoint.writes && readDryRun(context, reader);
	checkTool(context, operation, endpoint);
	checkFixedTexts(context, operation.properties);
	const access = await createAccesses(context, credentialType, limits, {
		onWait: () => tally.remark('Requests waited for the rate limit of the service.'),
		writes: endpoint.writes && !isDry,
	});
	const run: Run = {
		...{ access, context, resource, operation, endpoint, isDry, limits, reader, tally },
		round: randomUUID(),
	};
	return { run, protections: safeguards.flatMap((safeguard) => safeguard.begin(run) ?? []) };
};
