import type { SeenTask } from './taskState';

/** The task of a question, as the page shows it. */
export interface AskedTask {
	readonly id: string;
	readonly title?: string;
	/** Its link in the web application (section 2). */
	readonly url?: string;
	/** The step at which it was when the question was asked. */
	readonly step?: string;
}

/** Where a task was when a person was asked about it: what a decision behind the question is held to. */
export interface AskedAt extends SeenTask {
	/** The comment that asked. */
	readonly activity_log_id: number;
}

/** The buttons of a decision; without `decline` there is nothing to do but to approve. */
interface Decision {
	readonly kind: 'decision';
	readonly approve: string;
	readonly decline?: string;
}

/** A text is asked for. */
interface FreeText {
	readonly kind: 'text';
}

/** All that the page shows, as it stood when the question was asked. */
export interface Page {
	readonly task: AskedTask;
	readonly title: string;
	readonly message: string;
	readonly answer: Decision | FreeText;
	/** The label of the text field; without one there is no such field. */
	readonly textLabel?: string;
	readonly asksForName: boolean;
}

/** A question that waits for its answer. */
export interface Question {
	/** Tells the rounds of a loop apart: their links have the same path. */
	readonly round: string;
	readonly page: Page;
	/** What comes out beside the answer. */
	readonly facts: {
		readonly task_id: number;
		readonly activity_log_id: number;
		/** Absent where the task was not read. */
		readonly asked?: AskedAt;
	};
}

/** What a person is asked after a write. */
export interface Asked {
	readonly page: Page;
	readonly facts: Question['facts'];
	/** How long the execution waits; undefined for as long as it takes. */
	readonly until: Date | undefined;
}
