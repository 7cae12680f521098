import type { IExecuteFunctions } from 'n8n-workflow';
import { checkInput } from '../../../src';
import type { Parameters } from '../../shared/fields/property';
import { filesOf } from '../files/files';
import type { Surroundings } from '../surroundings';
import type { Item, Protection, Run } from './run';

const pagesOf = ({ operation, limits }: Run, parameters: Parameters) => {
	const pages = operation.list?.pages(parameters);
	return pages && { ...pages, parallel: limits.mostParallel };
};

/** n8n 1 checks the signature of a link only on request; n8n 2 always does. */
interface Signing {
	readonly setSignatureValidationRequired?: () => void;
}

/** The link of the run's question, which n8n signs. */
const answerLinkOf = (context: IExecuteFunctions & Signing, round: string): string => {
	context.setSignatureValidationRequired?.();
	return context.getSignedResumeUrl({ round });
};

/**
 * Reads the parameters of one item and validates its request.
 * @throws {InvalidInput | WrongField} that names every wrong field; nothing was sent.
 */
export const prepareItem = async (
	run: Run,
	protections: readonly Protection[],
	index: number,
): Promise<Item> => {
	const { context, operation, endpoint, limits, tally, reader, round } = run;
	if (run.wrongText) throw run.wrongText;
	const access = await run.access.at(index);
	const { ask, download } = access;
	const files = filesOf(context, index, { download, mostBytes: limits.mostBytes });
	const { json = {} } = context.getInputData()[index] ?? {};
	const surroundings: Surroundings = {
		json,
		files,
		ask,
		zone: context.getTimezone(),
		notes: tally,
		answerLink: () => answerLinkOf(context, round),
	};
	const parameters = reader.read(operation.properties, index);
	const input = await operation.request(parameters, surroundings);
	checkInput(endpoint, input);
	const pages = pagesOf(run, parameters);
	const target = operation.target?.(parameters);
	const item = { ...surroundings, index, access, parameters, input, pages, target };
	for (const { prepare } of protections) if (prepare) await prepare(item);
	return item;
};
