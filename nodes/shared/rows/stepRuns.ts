import type { Row } from '../../../src';
import { isRecord } from '../../../src';

/**
 * The step runs of a task (section 2). They are not validated, so any of their fields may be
 * missing.
 */
export const stepRunsIn = ({ step_runs: runs }: Row): readonly Row[] =>
	Array.isArray(runs) ? runs.filter(isRecord) : [];

const finished: readonly unknown[] = ['completed', 'failed', 'rejected', 'cancelled'];

/** Whether a step run is over (section 3). */
export const isFinished = ({ status }: Row): boolean => finished.includes(status);

/** The runs of the current step of a task. */
export const currentRunsIn = (task: Row): readonly Row[] =>
	stepRunsIn(task).filter(({ step_id: id }) => id === task.current_step_id);

/**
 * The run of the current step. A task that is read alone does not name it (section 2): then it is
 * the only run of that step which is not finished. Null if there is none, or several.
 */
export const stepRunOf = (task: Row): string | null => {
	const { current_step_run_id: given } = task;
	if (typeof given === 'string') return given;
	const [run, ...others] = currentRunsIn(task).filter((one) => !isFinished(one));
	return typeof run?.step_run_id === 'string' && others.length === 0 ? run.step_run_id : null;
};
