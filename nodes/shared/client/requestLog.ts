import type { Trace } from '../../../src';
import type { Context } from './clock';

/**
 * Writes one line for each request into n8n's log, at the level `debug`: nothing of it tells an id, a
 * value, an address or a secret.
 */
export const requestLog = (context: Context): ((trace: Trace) => void) => {
	// Not every n8n gives one.
	const { logger }: { readonly logger?: Context['logger'] } = context;
	return ({ name, outcome, tries, ms, waitedMs }) => {
		const times = `${Math.round(ms)} ms, including ${Math.round(waitedMs)} ms of waiting`;
		logger?.debug(`Contract Workflow: ${name}: ${outcome}, tries ${tries}, ${times}`);
	};
};
