import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { connect } from '../../shared/connection';
import { toNodeError } from '../../shared/errors';
import type { Ask } from '../run/answers';
import { answersOf } from '../run/answers';

/** What the panel shows is not worth a longer wait, in milliseconds. */
const maxWaitMs = 10_000;

/** Asks the service for what the panel shows. */
export const askFor = async (context: ILoadOptionsFunctions): Promise<Ask> =>
	answersOf((await connect(context, 'contractWorkflowApi', { maxWaitMs })).client);

/** An error in the words of the node. */
export const inWords = (context: ILoadOptionsFunctions, error: unknown) =>
	toNodeError(error, { node: context.getNode(), itemIndex: 0, place: 'list' });
