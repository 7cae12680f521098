import type { IExecuteFunctions } from 'n8n-workflow';
import type { Figures } from './tally';

/**
 * Adds the figures of a run to n8n's own trace span of the node. n8n also stores them with the
 * execution. Without tracing, nobody else sees them.
 */
export const traceFigures = (context: IExecuteFunctions, figures: Figures): void => {
	const tracing = Object.fromEntries(
		Object.entries(figures).map(([name, figure]) => [
			`contract_workflow.${name}`,
			figure as number,
		]),
	);
	context.setMetadata({ tracing });
};
