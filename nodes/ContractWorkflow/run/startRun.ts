import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { getOrgInfo, getOrgInfoWithAccessToken } from '../../../src';
import type { CredentialType } from '../../shared/client/credential';
import type { ItemReader } from '../../shared/fields/parameters';
import { checkFixedTexts, itemReader } from '../../shared/fields/parameters';
import { WrongField } from '../../shared/words/explained';
import type { Resource } from '../operation';
import { credentialType } from '../properties';
import { createAccess } from './access';
import { readLimits } from './limits';
import type { Report } from './report';
import { createTally } from './tally';
import type { Item, Protection, Run, Safeguard, Write } from './types';

/** What a dry run does with its items in place of sending them. */
export interface Planner extends Pick<Report, 'done' | 'fail' | 'refuse'> {
	readonly write: Write;
	/** The plans in input order. @throws the error that prevented one. */
	end(): INodeExecutionData[];
}

/** What a node offers. */
export interface Offered {
	readonly resources: readonly Resource[];
	/** What wraps every write, the outermost first. */
	readonly safeguards: readonly Safeguard[];
	readonly planning: {
		isDryRun(context: IExecuteFunctions, reader: ItemReader): boolean;
		begin(run: Run, report: Report, itemAt: (index: number) => Item | undefined): Planner;
	};
}

/**
 * Reads which operation to run, and with which credential. An access token has an endpoint of its
 * own, and is valid for no other one (section 4).
 * @throws {WrongField} when there is no such operation.
 */
const choose = (context: IExecuteFunctions, resources: readonly Resource[]) => {
	const chosen = (name: string): unknown => context.getNodeParameter(name, 0, '');
	const [one, other] = [chosen('resource'), chosen('operation')];
	const resource = resources.find(({ value }) => value === one);
	const operation = resource?.operations.find(({ value }) => value === other);
	if (!resource || !operation) {
		throw new WrongField('Operation', `does not exist: ${String(one)} ${String(other)}`);
	}
	const usesToken =
		operation.endpoint === getOrgInfo &&
		chosen(credentialType.name) === 'contractWorkflowOAuth2Api';
	const type: CredentialType = usesToken ? 'contractWorkflowOAuth2Api' : 'contractWorkflowApi';
	return {
		type,
		resource: resource.value,
		operation,
		endpoint: usesToken ? getOrgInfoWithAccessToken : operation.endpoint,
	};
};

/**
 * Reads what is the same for all items, and the credential.
 * @throws {WrongField} when it is unclear whether this is a dry run, or an expression is fixed text.
 * @throws {Explained} when the credential does not allow it, or what a safeguard refuses.
 */
export const startRun = async (
	context: IExecuteFunctions,
	{ planning, resources, safeguards }: Offered,
): Promise<{ readonly run: Run; readonly protections: readonly Protection[] }> => {
	const tally = createTally(context);
	const operations = resources.flatMap((resource) => resource.operations);
	const reader = itemReader(
		context,
		operations.flatMap(({ properties }) => properties),
	);
	const { type, resource, operation, endpoint } = choose(context, resources);
	const limits = readLimits(reader, operation);
	const isDry = endpoint.writes && planning.isDryRun(context, reader);
	checkFixedTexts(context, operation.properties);
	const access = await createAccess(context, type, limits, {
		onWait: () => tally.remark('Requests waited for the rate limit of the service.'),
		writes: endpoint.writes && !isDry,
	});
	const run: Run = {
		...{ access, context, resource, operation, endpoint, isDry, limits, reader, tally },
		asking: operation.asks?.(context, operation.name),
	};
	return { run, protections: safeguards.flatMap((safeguard) => safeguard.begin(run) ?? []) };
};
