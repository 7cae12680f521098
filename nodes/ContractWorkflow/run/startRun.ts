import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { getOrgInfo, getOrgInfoWithAccessToken } from '../../../src';
import type { CredentialType } from '../../shared/client/credential';
import type { ItemReader } from '../../shared/fields/parameters';
import { itemReader } from '../../shared/fields/parameters';
import { shown } from '../../shared/fields/propertyValue';
import { isTool } from '../../shared/toolNode';
import { Explained, WrongField } from '../../shared/words/explained';
import type { Operation, Resource } from '../operation';
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
 * n8n would retry a tool whose request may have been carried out.
 * @throws {Explained} if a second try of a tool could repeat what the first one did.
 */
const checkTool = (context: IExecuteFunctions, { name, endpoint }: Operation): void => {
	const node = context.getNode();
	if (endpoint.safe || !isTool(node) || !node.retryOnFail) return;
	throw new Explained(
		`"${name}" cannot be a tool while "Retry On Fail" is on`,
		'Nothing was sent. Turn off Retry On Fail in the settings of the tool. n8n cannot distinguish a retry from a new call, so the request could be sent twice. The node itself retries requests that are safe to retry.',
	);
};

/** An expression that reads data. Braces alone may be a placeholder in a contract. */
const expression =
	/\{\{[^{}]*\$(?:json|input|node|item|binary|vars|execution|workflow|now|today|\().*?\}\}/s;

/** The first expression in a stored parameter that n8n treats as plain text. */
const fixedIn = (raw: unknown): string | undefined => {
	if (typeof raw === 'string') return raw.startsWith('=') ? undefined : expression.exec(raw)?.[0];
	if (typeof raw !== 'object' || raw === null) return undefined;
	return Object.values(raw).map(fixedIn).find(Boolean);
};

/**
 * Refuses an expression that was typed into a field set to Fixed. n8n would pass its braces on
 * unchanged, as the text of a comment or as the same key for every item.
 * @throws {WrongField} that names the field.
 */
const checkFixedTexts = (context: IExecuteFunctions, { properties }: Operation): void => {
	const { parameters } = context.getNode();
	for (const { name, displayName } of properties) {
		const found = fixedIn(parameters[name]);
		if (found === undefined) continue;
		throw new WrongField(displayName, `contains ${shown(found)} as fixed text`, [
			'Switch the field from Fixed to Expression.',
		]);
	}
};

/**
 * Reads what is the same for all items, and the credential.
 * @throws {WrongField} when it is unclear whether this is a dry run, or an expression is fixed text.
 * @throws {Explained} when a tool could do it twice, or the credential does not allow it.
 */
export const startRun = async (
	context: IExecuteFunctions,
	{ planning, resources, safeguards }: Offered,
): Promise<{ readonly run: Run; readonly protections: readonly Protection[] }> => {
	const tally = createTally(context);
	const all = resources.flatMap(({ operations }) => operations);
	const reader = itemReader(
		context,
		all.flatMap(({ properties }) => properties),
	);
	const { type, resource, operation, endpoint } = choose(context, resources);
	const limits = readLimits(reader, operation);
	const isDry = endpoint.writes && planning.isDryRun(context, reader);
	checkTool(context, operation);
	checkFixedTexts(context, operation);
	const access = await createAccess(context, type, limits, {
		onWait(reason) {
			if (reason === 'window') tally.remark('Requests waited for the rate limit of the service.');
		},
		writes: endpoint.writes && !isDry,
	});
	const run: Run = {
		...{ access, context, resource, operation, endpoint, isDry, limits, reader, tally },
		asking: operation.asks?.(context, operation.name),
	};
	return { run, protections: safeguards.flatMap((safeguard) => safeguard.begin(run) ?? []) };
};
