import type { z } from 'zod';
import type { listedTask, workflowSchema } from '../../../src/contract';

/** A workflow version as the service shows it (section 2). */
export type WorkflowSchema = z.output<typeof workflowSchema>;

/** A task with everything that the service shows about it (section 2). */
export type Task = z.output<typeof listedTask>;

export type StepRun = Task['step_runs'][number];
export type VariableValue = Task['variables'][number]['value'];
export type StepDefinition = WorkflowSchema['steps'][number];
export type VariableDefinition = WorkflowSchema['variables'][number];

/** What a step does that its definition does not show. */
export interface StepBehavior {
	/** The step after a rejection. Without one, a rejection ends the task. */
	readonly onReject?: string;
	/** Name of the document that the step generates. */
	readonly document?: string;
	/** Who must act at the step. */
	readonly assignee?: string;
	/** Ids of schema variables that are collected at this step and not at the start. */
	readonly collects?: readonly string[];
}

/** Step behaviors by step id. */
export type Behavior = Readonly<Record<string, StepBehavior>>;

/** One version of a workflow. */
export interface Workflow {
	readonly schema: WorkflowSchema;
	readonly behavior: Behavior;
}
