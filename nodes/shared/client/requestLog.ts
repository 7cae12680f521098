import type { Trace } from '../../../src';
import type { Context } from './clock';

/**
 * Writes one line for each request to n8n's log, at the level `debug`. The line contains no id,
 * value, URL or secret.
 */
export const requestLog = (context: Context): ((trace: Trace) => void) => {
	// Not every n8n version provides one.
	const { logger }: { readonly logger?: Context['logger'] } = context;
	return ({ name, outcome, tries, ms, waitedMs }) => {
		const times = `${Math.round(ms)} ms, including ${Math.round(waitedMs)} ms of waiting`;
		logger?.debug(`Contract Workflow: ${name}: ${outcome}, tries ${tries}, ${times}`);
	};
};
