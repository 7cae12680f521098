import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { connectPicker } from '../../shared/panel/pickers';
import { answersOf } from '../run/answers';
import type { Ask } from '../surroundings';

/** Requests what the panel shows. */
export const askFor = async (context: ILoadOptionsFunctions): Promise<Ask> =>
	answersOf((await connectPicker(context)).client);
