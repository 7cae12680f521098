import type { IPollFunctions } from 'n8n-workflow';
import type { Row } from '../../src';
import { shapedDocument, shapedTask } from '../shared/output';
import { parameterReader } from '../shared/parameters';
import {
	documentEvents,
	documentFields,
	event,
	output,
	taskEvents,
	taskFields,
} from './description';

/**
 * How much of what is news comes out: reads the parameters, and gives what shapes one row. A version
 * of a clickwrap has ten fields in all, and comes out whole.
 * @throws {WrongField} that names the field by its display name.
 */
export const readOutput = (context: IPollFunctions): ((row: Row) => Row) => {
	const read = parameterReader(context);
	const chosen = read(event);
	const isTask = taskEvents.some((one) => one === chosen.event);
	if (!isTask && !documentEvents.some((one) => one === chosen.event)) return (row) => row;
	const mode = read(output).output;
	const selects = mode === 'selectedFields';
	if (isTask) {
		const fields = selects ? read(taskFields).taskFields : [];
		return (row) => shapedTask(row, { output: mode, fields });
	}
	const fields = selects ? read(documentFields).documentFields : [];
	return (row) => shapedDocument(row, { output: mode, fields });
};
