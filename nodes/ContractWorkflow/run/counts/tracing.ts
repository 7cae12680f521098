import type { IExecuteFunctions } from 'n8n-workflow';
import type { Figures } from './tally';

/**
 * Puts the figures of a run onto n8n's own trace span of the node. n8n keeps them with the execution
 * as well; where it traces nothing, nobody else sees them.
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
