import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { connectPicker } from '../../shared/pickers';
import type { Ask } from '../run/answers';
import { answersOf } from '../run/answers';

/** Asks the service for what the panel shows. */
export const askFor = async (context: ILoadOptionsFunctions): Promise<Ask> =>
	answersOf((await connectPicker(context)).client);
