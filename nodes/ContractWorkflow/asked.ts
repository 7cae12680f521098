import type { TaskState } from './taskState';

/** The task of a question, as the page shows it. */
export interface AskedTask {
	readonly id: string;
	readonly title?: string;
	/** Its link in the web application (section 2). */
	readonly url?: string;
	/** The step of the task when the question was asked. */
	readonly step?: string;
}

/** Where a task was when a person was asked about it. A decision after the question is held to it. */
export type AskedAbout = { readonly task_id: number } & Pick<
	TaskState,
	'current_step_id' | 'current_step_run_id' | 'workflow_state_id'
>;

/** Everything that the page shows, as of the time of the question. */
export interface Page {
	readonly task: AskedTask;
	readonly title: string;
	readonly message: string;
	/** The labels of the buttons of a decision. Without them, the page asks for a text. */
	readonly buttons?: { readonly approve: string; readonly decline: string };
}

/** A question that waits for its answer. */
export interface Question {
	/** Distinguishes the rounds of a loop: their links have the same path. */
	readonly round: string;
	readonly page: Page;
	/** The output fields beside the answer. */
	readonly facts: AskedAbout & {
		/** The comment that asks the question. */
		readonly activity_log_id: number;
	};
}

/** What a person is asked after a write. */
export interface Asked {
	readonly page: Page;
	readonly facts: Question['facts'];
	/** When the execution stops waiting; undefined if it waits without a limit. */
	readonly until: Date | undefined;
}
