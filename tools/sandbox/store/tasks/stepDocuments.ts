import { generatedDocument } from '../../pdf';
import type { Task } from '../../workflow/definition';
import type { GeneratingRun } from '../../workflow/transitions';
import type { Store } from '../database';

/** Stores a file and returns its id. */
export type AddFile = (name: string, content: Uint8Array) => string;

/** Stores the documents of runs that generate one, and adds each as a variable of its run. */
export const storeGenerated = (
	{ sql }: Store,
	task: Task,
	runs: readonly GeneratingRun[],
	addFile: AddFile,
): void => {
	for (const { run, fileName } of runs) {
		const { step_id, step_name } = run;
		const values = task.step_runs.flatMap(({ variables }) => variables);
		const fileId = addFile(fileName, generatedDocument(task.task_title ?? step_name, values));
		const variable_id = `${step_id}_document`;
		run.variables.push({ variable_type: 'file', value: fileId, step_id, variable_id });
		sql.run`
			INSERT INTO step_documents (task_id, step_id, file_id)
			VALUES (${task.task_id}, ${step_id}, ${fileId})
			ON CONFLICT DO UPDATE SET file_id = excluded.file_id`;
	}
};

/** Attaches a signed document to a run of a signature step, and returns the id of its variable. */
export const storeSigned = (
	{ sql }: Store,
	task: Task,
	stepRunId: string,
	fileId: string,
): string => {
	const run = task.step_runs.find(({ step_run_id }) => step_run_id === stepRunId);
	if (run === undefined) throw new Error(`Task ${task.task_id} has no step run ${stepRunId}`);
	const { step_id, step_name } = run;
	const variable_id = `${step_id}_signed_document`;
	run.variables.push({ variable_type: 'file', value: fileId, step_id, variable_id });
	sql.run`
		INSERT INTO signed_documents (step_run_id, file_id, task_id, step_id, step_name)
		VALUES (${stepRunId}, ${fileId}, ${task.task_id}, ${step_id}, ${step_name})`;
	return variable_id;
};
