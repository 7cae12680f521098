import type { Operation } from '../../../nodes/ContractWorkflow/operation';
import { statusWords } from '../../../nodes/shared/words/statuses';
import { table } from '../../apiDocs/markdown';

/** The service's message is shown unchanged, so a placeholder is enough. */
const said = { detail: 'said', isDocumented: true } as const;

/**
 * A table of the errors that the service documents for an operation.
 * @param subject what the operation works on, as words
 */
export const errorsTable = ({ endpoint, words }: Operation, subject: string): string => {
	const context = { own: words?.statuses, shownIn: 'run', subject } as const;
	const rows = endpoint.errors.map((status) => {
		const { title, advice } = statusWords({ ...said, status }, context);
		return [String(status), title, advice];
	});
	return table(['Status', 'Error', 'What to do'], rows);
};
